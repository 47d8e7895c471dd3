// Labelled real images from wherever people keep them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/adapters/model_card.h"

namespace latentfuzz {

struct ImageSet : LabelledImages {
  std::vector<std::string> classes;  // names of the labels; empty where the source has none

  std::size_t size() const { return labels.size(); }
};

struct ReadOptions {
  std::size_t limit = 0;  // at most so many images, 0 = all: the first ones of a file, of a folder
                          // equally many of each class
  // Of image folders: what every image is converted to, by averaging or interpolating pixels. 0 =
  // as in the files, which then must be all alike.
  int side = 0;      // pixels of both sides
  int channels = 0;  // 1 (grey) or 3 (RGB)
};

// At most `limit` images, those of folders converted to `shape` where it is known and square.
ReadOptions ReadAs(const std::optional<ImageShape>& shape, std::size_t limit);

// Where the images under [data] of a card lie.
struct ImageFiles {
  std::filesystem::path images, labels;  // empty where the card names none
};
ImageFiles FilesOf(const ModelCard& card);

// Reads whatever `images` is:
//  - an IDX image file, plain or gzip, with the label file `labels` (default: beside it, with
//    "images-idx3" in its name replaced by "labels-idx1");
//  - a binary batch of CIFAR-10;
//  - a folder of image folders, one a class (ReadImageFolder);
//  - a folder of the IDX files of MNIST's training set, or of CIFAR-10's binary training batches,
//    under their published names.
// Throws Error{kUsage} for `labels` where the images carry their own, Error{kData} naming the path
// where it is none of these, and what the readers of dataset.h and those below throw.
ImageSet ReadImages(const std::filesystem::path& images, const std::filesystem::path& labels = {},
                    const ReadOptions& options = {});

// Reads binary batches of CIFAR-10 (3x32x32), one after the other: records of a label byte and the
// red, green and blue plane. Throws Error{kIo} where a file cannot be read, Error{kData} (naming
// file and byte) where it ends within a record or a label is above 9.
ImageSet ReadCifar10(const std::vector<std::filesystem::path>& batches, std::size_t limit = 0);

// Reads a folder that holds one folder of PNG or JPEG files a class. Labels count the class folders
// in the order of their names (of their numbers, where all names are numbers), images follow in the
// order of their file names; other files and names that begin with a dot are passed over. An alpha
// channel is ignored. Throws Error{kIo} where the folder cannot be read; Error{kData} where it has
// fewer than two class folders, a class has no image, an image cannot be decoded, or (without
// options.side and .channels) two differ in size or colour.
ImageSet ReadImageFolder(const std::filesystem::path& folder, const ReadOptions& options = {});

}  // namespace latentfuzz
