#include "latentfuzz/adapters/image_set.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <optional>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIdxImages = "images-idx3";
constexpr std::string_view kIdxLabels = "labels-idx1";
constexpr std::size_t kCifarRecord = 3073;

struct Request {
  fs::path images, labels;
  const ReadOptions& options;
};

// `first` or its gzip, where one is there.
std::optional<fs::path> PlainOrGzip(const fs::path& first) {
  for (const char* ending : {"", ".gz"}) {
    const fs::path path = first.string() + ending;
    if (fs::is_regular_file(path)) return path;
  }
  return std::nullopt;
}

bool IsIdx(const fs::path& path) {
  const gzFile file = gzopen(path.string().c_str(), "rb");
  if (file == nullptr) return false;
  std::array<unsigned char, 4> magic{};
  const int got = gzread(file, magic.data(), magic.size());
  gzclose(file);
  return got == 4 && magic == std::array<unsigned char, 4>{0, 0, 8, 3};
}

fs::path LabelsBeside(const fs::path& images) {
  std::string name = images.filename().string();
  const std::size_t at = name.find(kIdxImages);
  if (at == std::string::npos) {
    throw Error(ErrorKind::kUsage,
                fmt::format("{}: an IDX file of images needs one of labels", images.string()),
                "name it with --labels, or as labels under [data] of a card");
  }
  return images.parent_path() / name.replace(at, kIdxImages.size(), kIdxLabels);
}

bool IsIdxFile(const Request& r) { return fs::is_regular_file(r.images) && IsIdx(r.images); }
ImageSet ReadIdxFile(const Request& r) {
  return {ReadIdx(r.images, r.labels.empty() ? LabelsBeside(r.images) : r.labels, r.options.limit),
          {}};
}

bool IsCifarFile(const Request& r) {
  if (!fs::is_regular_file(r.images) || r.images.extension() != ".bin") return false;
  const std::uintmax_t bytes = fs::file_size(r.images);
  return bytes > 0 && bytes % kCifarRecord == 0;
}
ImageSet ReadCifarFile(const Request& r) { return ReadCifar10({r.images}, r.options.limit); }

std::optional<fs::path> MnistImages(const fs::path& folder) {
  return PlainOrGzip(folder / "train-images-idx3-ubyte");
}
bool IsMnistFolder(const Request& r) { return MnistImages(r.images).has_value(); }
ImageSet ReadMnistFolder(const Request& r) {
  const fs::path images = *MnistImages(r.images);
  return {ReadIdx(images, LabelsBeside(images), r.options.limit), {}};
}

std::vector<fs::path> CifarBatches(const fs::path& folder) {
  std::vector<fs::path> batches;
  for (int i = 1; i <= 5; ++i) {
    const fs::path path = folder / fmt::format("data_batch_{}.bin", i);
    if (fs::is_regular_file(path)) batches.push_back(path);
  }
  return batches;
}
bool IsCifarFolder(const Request& r) { return !CifarBatches(r.images).empty(); }
ImageSet ReadCifarFolder(const Request& r) {
  return ReadCifar10(CifarBatches(r.images), r.options.limit);
}

bool IsFolder(const Request& r) { return fs::is_directory(r.images); }
ImageSet ReadFolder(const Request& r) { return ReadImageFolder(r.images, r.options); }

struct Source {
  bool (*matches)(const Request& request);
  ImageSet (*read)(const Request& request);
  bool takes_labels = false;  // in a file of their own
};

// The first one that matches reads.
constexpr Source kSources[]{
    {IsIdxFile, ReadIdxFile, true},   {IsCifarFile, ReadCifarFile},
    {IsMnistFolder, ReadMnistFolder}, {IsCifarFolder, ReadCifarFolder},
    {IsFolder, ReadFolder},
};

}  // namespace

ReadOptions ReadAs(const std::optional<ImageShape>& shape, std::size_t limit) {
  ReadOptions options{.limit = limit};
  if (shape && shape->height == shape->width) {
    options.side = shape->height;
    options.channels = shape->channels;
  }
  return options;
}

ImageFiles FilesOf(const ModelCard& card) {
  const fs::path folder = card.source.parent_path();
  const auto file = [&](const std::string& path) {
    return path.empty() ? fs::path() : folder / path;
  };
  return {file(card.data_images), file(card.data_labels)};
}

ImageSet ReadImages(const fs::path& images, const fs::path& labels, const ReadOptions& options) {
  std::error_code missing;
  if (!fs::exists(images, missing)) {
    throw Error(ErrorKind::kIo, images.string() + ": no such file or folder", "check the path");
  }
  const Request request{images, labels, options};
  const auto* source =
      std::find_if(std::begin(kSources), std::end(kSources),
                   [&request](const Source& each) { return each.matches(request); });
  if (source == std::end(kSources)) {
    throw Error(ErrorKind::kData,
                images.string() + ": neither IDX images nor a CIFAR-10 batch nor a folder",
                "give an idx3-ubyte file, a .bin batch, or a folder of one folder of PNG or JPEG "
                "files a class");
  }
  if (!labels.empty() && !source->takes_labels) {
    throw Error(
        ErrorKind::kUsage,
        fmt::format("labels {} given, but {} has its own", labels.string(), images.string()),
        "leave the labels out");
  }
  return source->read(request);
}

}  // namespace latentfuzz
