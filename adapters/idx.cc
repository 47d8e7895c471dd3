#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/adapters/png.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

constexpr std::uint32_t kImageMagic = 0x00000803;  // unsigned bytes, 3 dimensions
constexpr std::uint32_t kLabelMagic = 0x00000801;  // unsigned bytes, 1 dimension
constexpr std::uint32_t kMaxSide = 1 << 14;
constexpr std::size_t kChunk = std::size_t{1} << 20;
constexpr const char* kReadHint = "Download the data set again, or check the path.";

struct CloseGz {
  void operator()(gzFile file) const { gzclose(file); }
};
using GzHandle = std::unique_ptr<std::remove_pointer_t<gzFile>, CloseGz>;

// Sequential reader of a plain or gzip file, which names file and byte in its errors.
class IdxReader {
 public:
  explicit IdxReader(const std::filesystem::path& path)
      : name_(path.string()), file_(gzopen(name_.c_str(), "rb")) {
    if (!file_ || std::filesystem::is_directory(path)) {
      throw Error(ErrorKind::kIo, name_ + ": cannot be opened", kReadHint);
    }
  }

  [[noreturn]] void Fail(const std::string& what) const {
    throw Error(ErrorKind::kData, name_ + ": " + what + " at byte " + std::to_string(offset_),
                kReadHint);
  }

  void Read(std::span<std::uint8_t> out) {
    const std::size_t got = ReadSome(out);
    if (got != out.size()) Fail("truncated");
  }

  std::uint32_t ReadWord() {
    std::array<std::uint8_t, 4> bytes{};
    Read(bytes);
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
           std::uint32_t{bytes[2]} << 8 | bytes[3];
  }

  void ExpectMagic(std::uint32_t magic, const char* kind) {
    if (ReadWord() != magic) {
      offset_ = 0;
      Fail(std::string("not an IDX ") + kind + " file: wrong magic number");
    }
  }

  // Also makes zlib verify the checksum of a gzip file.
  void ExpectEnd() {
    std::array<std::uint8_t, 1> extra{};
    if (ReadSome(extra) != 0) Fail("more data than the header declares");
  }

 private:
  std::size_t ReadSome(std::span<std::uint8_t> out) {
    std::size_t done = 0;
    while (done < out.size()) {
      const auto ask = static_cast<unsigned>(std::min(out.size() - done, kChunk));
      const int got = gzread(file_.get(), out.data() + done, ask);
      if (got < 0) Fail("damaged gzip stream or unreadable file");
      if (got == 0) break;
      done += static_cast<std::size_t>(got);
      offset_ += static_cast<std::size_t>(got);
    }
    return done;
  }

  std::string name_;
  GzHandle file_;
  std::size_t offset_ = 0;
};

class IdxWriter {
 public:
  // "T" writes without compression.
  explicit IdxWriter(const std::filesystem::path& path)
      : name_(path.string()),
        file_(gzopen(name_.c_str(), path.extension() == ".gz" ? "wb9" : "wbT")) {
    if (!file_) Fail();
  }

  void Write(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
      const auto part = bytes.first(std::min(bytes.size(), kChunk));
      const int put = gzwrite(file_.get(), part.data(), static_cast<unsigned>(part.size()));
      if (put <= 0) Fail();
      bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
  }

  void WriteWord(std::uint32_t word) {
    const std::array<std::uint8_t, 4> bytes{
        static_cast<std::uint8_t>(word >> 24), static_cast<std::uint8_t>(word >> 16),
        static_cast<std::uint8_t>(word >> 8), static_cast<std::uint8_t>(word)};
    Write(bytes);
  }

  void Close() {
    if (gzclose(file_.release()) != Z_OK) Fail();
  }

 private:
  [[noreturn]] void Fail() const {
    throw Error(ErrorKind::kIo, name_ + ": cannot be written",
                "Check that the folder exists, is writable and has space.");
  }

  std::string name_;
  GzHandle file_;
};

struct ImageHeader {
  std::uint32_t count = 0;
  ImageShape shape;
};

ImageHeader ReadImageHeader(IdxReader& reader) {
  reader.ExpectMagic(kImageMagic, "image");
  const std::uint32_t count = reader.ReadWord();
  const std::uint32_t height = reader.ReadWord();
  const std::uint32_t width = reader.ReadWord();
  if (height == 0 || width == 0 || height > kMaxSide || width > kMaxSide) {
    reader.Fail("image size " + std::to_string(height) + "x" + std::to_string(width) +
                " is out of range");
  }
  return {count, ImageShape{1, static_cast<int>(height), static_cast<int>(width)}};
}

std::size_t Limited(std::uint32_t count, std::size_t limit) {
  return limit == 0 ? count : std::min<std::size_t>(count, limit);
}

// One image at a time, so that a damaged count ends in "truncated", not in a huge allocation.
ImageBatch ReadImages(IdxReader& reader, const ImageHeader& header, std::size_t limit) {
  const std::size_t count = Limited(header.count, limit);
  ImageBatch images;
  images.shape = header.shape;
  std::vector<std::uint8_t> bytes(header.shape.pixels());
  for (std::size_t i = 0; i < count; ++i) {
    reader.Read(bytes);
    for (const std::uint8_t byte : bytes) {
      images.values.push_back(static_cast<float>(byte) / 255.0F);
    }
  }
  if (count == header.count) reader.ExpectEnd();
  return images;
}

std::vector<int> ReadLabels(IdxReader& reader, std::uint32_t declared, std::size_t limit) {
  const std::size_t count = Limited(declared, limit);
  std::vector<int> labels;
  std::vector<std::uint8_t> bytes;
  while (labels.size() < count) {
    bytes.resize(std::min(count - labels.size(), kChunk));
    reader.Read(bytes);
    labels.insert(labels.end(), bytes.begin(), bytes.end());
  }
  if (count == declared) reader.ExpectEnd();
  return labels;
}

[[noreturn]] void RefuseToWrite(const std::filesystem::path& path, const std::string& what,
                                const char* hint) {
  throw Error(ErrorKind::kUsage, path.string() + ": " + what, hint);
}

std::vector<std::uint8_t> LabelBytes(const std::vector<int>& labels,
                                     const std::filesystem::path& path) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(labels.size());
  for (const int label : labels) {
    if (label < 0 || label > std::numeric_limits<std::uint8_t>::max()) {
      RefuseToWrite(path, "label " + std::to_string(label) + " does not fit a byte",
                    "Use labels from 0 to 255.");
    }
    bytes.push_back(static_cast<std::uint8_t>(label));
  }
  return bytes;
}

}  // namespace

LabelledImages ReadIdx(const std::filesystem::path& images, const std::filesystem::path& labels,
                       std::size_t limit) {
  IdxReader image_reader(images);
  const ImageHeader header = ReadImageHeader(image_reader);
  IdxReader label_reader(labels);
  label_reader.ExpectMagic(kLabelMagic, "label");
  const std::uint32_t label_count = label_reader.ReadWord();
  if (label_count != header.count) {
    label_reader.Fail("declares " + std::to_string(label_count) + " labels, but " +
                      images.string() + " declares " + std::to_string(header.count) + " images,");
  }
  LabelledImages data;
  data.images = ReadImages(image_reader, header, limit);
  data.labels = ReadLabels(label_reader, label_count, limit);
  return data;
}

void WriteIdx(const LabelledImages& data, const std::filesystem::path& images,
              const std::filesystem::path& labels) {
  const ImageShape& shape = data.images.shape;
  if (shape.channels != 1) {
    RefuseToWrite(images, "IDX holds grey images, not " + shape.ToString(),
                  "Convert the images to one channel.");
  }
  if (data.images.size() != data.labels.size()) {
    RefuseToWrite(images,
                  std::to_string(data.images.size()) + " images but " +
                      std::to_string(data.labels.size()) + " labels",
                  "Give each image one label.");
  }
  const std::vector<std::uint8_t> label_bytes = LabelBytes(data.labels, labels);
  const auto count = static_cast<std::uint32_t>(data.labels.size());

  IdxWriter image_writer(images);
  image_writer.WriteWord(kImageMagic);
  image_writer.WriteWord(count);
  image_writer.WriteWord(static_cast<std::uint32_t>(shape.height));
  image_writer.WriteWord(static_cast<std::uint32_t>(shape.width));
  image_writer.Write(ToBytes(data.images.values));
  image_writer.Close();

  IdxWriter label_writer(labels);
  label_writer.WriteWord(kLabelMagic);
  label_writer.WriteWord(count);
  label_writer.Write(label_bytes);
  label_writer.Close();
}

}  // namespace latentfuzz
