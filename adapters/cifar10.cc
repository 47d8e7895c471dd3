#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <fstream>

#include "latentfuzz/adapters/image_set.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

constexpr ImageShape kShape{3, 32, 32};
constexpr std::size_t kPixels = 3072;
constexpr const char* kReadHint = "Download the data set again, or check the path.";
const std::vector<std::string> kClasses{"airplane", "automobile", "bird",  "cat",  "deer",
                                        "dog",      "frog",       "horse", "ship", "truck"};

bool Full(const ImageSet& data, std::size_t limit) { return limit != 0 && data.size() >= limit; }

void ReadBatch(const std::filesystem::path& path, std::size_t limit, ImageSet* data) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path)) {
    throw Error(ErrorKind::kIo, path.string() + ": cannot be opened", kReadHint);
  }
  std::array<char, 1 + kPixels> record{};
  for (std::size_t at = 0; !Full(*data, limit); at += record.size()) {
    file.read(record.data(), record.size());
    const auto got = static_cast<std::size_t>(file.gcount());
    if (got == 0 && !file.bad()) return;
    const auto label = static_cast<std::uint8_t>(record[0]);
    if (got < record.size() || label >= kClasses.size()) {
      throw Error(ErrorKind::kData,
                  fmt::format("{}: {} at byte {}", path.string(),
                              got < record.size() ? "ends within a record"
                                                  : fmt::format("label {} is above 9", label),
                              got < record.size() ? at + got : at),
                  kReadHint);
    }
    data->labels.push_back(label);
    for (std::size_t i = 1; i < record.size(); ++i) {
      data->images.values.push_back(static_cast<float>(static_cast<std::uint8_t>(record[i])) /
                                    255.0F);
    }
  }
}

}  // namespace

ImageSet ReadCifar10(const std::vector<std::filesystem::path>& batches, std::size_t limit) {
  ImageSet data;
  data.images.shape = kShape;
  data.classes = kClasses;
  for (const auto& path : batches) ReadBatch(path, limit, &data);
  return data;
}

}  // namespace latentfuzz
