// Labelled real images, behind one small interface.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include "latentfuzz/base/batch.h"

namespace latentfuzz {

struct LabelledImages {
  ImageBatch images;        // canonical
  std::vector<int> labels;  // [n]
};

// Reads an IDX image file (idx3-ubyte) and its label file (idx1-ubyte), plain or gzip, as MNIST
// and Fashion-MNIST are published. At most `limit` images (0 = all). Throws Error{kIo} if a file
// cannot be read and Error{kData} (naming the file and the byte) if it is not IDX, truncated, or
// the two files disagree in length.
LabelledImages ReadIdx(const std::filesystem::path& images, const std::filesystem::path& labels,
                       std::size_t limit = 0);

// Writes both files (gzip where the name ends in .gz), reading back to the same 8-bit pixels.
void WriteIdx(const LabelledImages& data, const std::filesystem::path& images,
              const std::filesystem::path& labels);

}  // namespace latentfuzz
