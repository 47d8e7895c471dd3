#include "latentfuzz/adapters/png.h"

#include <fmt/format.h>
#include <zlib.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <system_error>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

std::uint8_t ToByte(float value) {
  if (std::isnan(value)) return 0;
  return static_cast<std::uint8_t>(std::lround(255.0F * std::fmin(std::fmax(value, 0.0F), 1.0F)));
}

// Index in OpenCV's interleaved BGR of each value of NCHW RGB, in NCHW order.
std::vector<std::size_t> Interleaving(const ImageShape& shape) {
  const auto channels = static_cast<std::size_t>(shape.channels);
  const std::size_t plane = shape.pixels() / channels;
  std::vector<std::size_t> index;
  index.reserve(shape.pixels());
  for (std::size_t c = 0; c < channels; ++c)
    for (std::size_t i = 0; i < plane; ++i) index.push_back(i * channels + (channels - 1 - c));
  return index;
}

std::vector<std::uint8_t> ReadFile(const std::filesystem::path& path) {
  std::ifstream in;
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) in.open(path, std::ios::binary);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad())
    throw Error(ErrorKind::kIo, fmt::format("cannot read {}", path.string()),
                "check the path and its permissions");
  return bytes;
}

[[noreturn]] void FailData(const std::filesystem::path& path, std::string_view problem) {
  throw Error(ErrorKind::kData, fmt::format("{}: {}", path.string(), problem),
              "give an 8-bit PNG, grey or RGB");
}

std::uint32_t BigEndian(std::span<const std::uint8_t> bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
         std::uint32_t{bytes[2]} << 8 | bytes[3];
}

// Whether the chunks (length, type, data, CRC-32 of type and data) fill the file and their
// checksums hold. libpng would tell of damage on stderr.
bool IsWhole(std::span<const std::uint8_t> chunks) {
  constexpr std::size_t kFrame = 12;
  constexpr std::string_view kEnd = "IEND";
  while (chunks.size() >= kFrame) {
    const std::size_t length = BigEndian(chunks);
    if (length > chunks.size() - kFrame) return false;
    const auto content = chunks.subspan(4, 4 + length);
    if (crc32_z(0, content.data(), content.size()) != BigEndian(chunks.subspan(8 + length))) {
      return false;
    }
    chunks = chunks.subspan(kFrame + length);
    if (std::equal(kEnd.begin(), kEnd.end(), content.begin())) return chunks.empty();
  }
  return false;
}

cv::Mat DecodePng(const std::vector<std::uint8_t>& bytes, const std::filesystem::path& path) {
  static constexpr std::string_view kMagic = "\x89PNG\r\n\x1a\n";
  if (bytes.size() < kMagic.size() ||
      !std::equal(kMagic.begin(), kMagic.end(), bytes.begin(),
                  [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; }))
    FailData(path, "not a PNG file");
  if (!IsWhole(std::span(bytes).subspan(kMagic.size())))
    FailData(path, "damaged or truncated PNG file");
  try {
    cv::Mat image = cv::imdecode(bytes, cv::IMREAD_UNCHANGED);
    if (!image.empty()) return image;
  } catch (const cv::Exception&) {
    // Reported below, as what decodes to nothing is.
  }
  FailData(path, "cannot be decoded");
}

}  // namespace

std::vector<std::uint8_t> ToBytes(std::span<const float> image) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(image.size());
  for (const float value : image) bytes.push_back(ToByte(value));
  return bytes;
}

std::string EncodePng(std::span<const float> image, const ImageShape& shape) {
  if (image.size() != shape.pixels() || (shape.channels != 1 && shape.channels != 3))
    throw Error(ErrorKind::kData,
                fmt::format("no PNG of {} values as a {} image", image.size(), shape.ToString()));
  const std::vector<std::uint8_t> bytes = ToBytes(image);
  const std::vector<std::size_t> index = Interleaving(shape);
  cv::Mat pixels(shape.height, shape.width, CV_8UC(shape.channels));
  for (std::size_t i = 0; i < bytes.size(); ++i) pixels.data[index[i]] = bytes[i];
  std::vector<std::uint8_t> file;
  cv::imencode(".png", pixels, file);
  return {file.begin(), file.end()};
}

std::vector<std::uint8_t> ReadPng(const std::filesystem::path& path, ImageShape* shape) {
  const cv::Mat pixels = DecodePng(ReadFile(path), path);
  if (pixels.depth() != CV_8U || (pixels.channels() != 1 && pixels.channels() != 3))
    FailData(path,
             fmt::format("{} channels of {} bytes each", pixels.channels(), pixels.elemSize1()));
  *shape = {pixels.channels(), pixels.rows, pixels.cols};
  std::vector<std::uint8_t> bytes;
  bytes.reserve(shape->pixels());
  for (const std::size_t i : Interleaving(*shape)) bytes.push_back(pixels.data[i]);
  return bytes;
}

}  // namespace latentfuzz
