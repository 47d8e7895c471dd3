#include <gmock/gmock.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class IdxTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(::testing::TempDir()) / (std::string("latentfuzz_idx_") + info->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path At(const std::string& name) const { return folder_ / name; }
  void Spill(const std::string& name, const std::string& bytes) const {
    std::ofstream(At(name), std::ios::binary) << bytes;
  }
  std::string Slurp(const std::string& name) const {
    std::ifstream file(At(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // Expects ReadIdx(images, labels) to throw `kind` with `text` in its message.
  void ExpectFailure(const std::string& images, const std::string& labels, ErrorKind kind,
                     const std::string& text) const {
    try {
      ReadIdx(At(images), At(labels));
      FAIL() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind) << error.what();
      EXPECT_THAT(error.what(), HasSubstr(text));
      EXPECT_FALSE(error.hint().empty());
    }
  }

  fs::path folder_;
};

// Two images of 2x3 pixels, labels 7 and 1.
const std::string kImages(
    "\0\0\x08\x03\0\0\0\x02\0\0\0\x02\0\0\0\x03\0\x33\xff\x01\x02\x03"
    "abcdef",
    28);
const std::string kLabels("\0\0\x08\x01\0\0\0\x02\x07\x01", 10);

LabelledImages Sample(std::size_t count) {
  LabelledImages data;
  data.images = ImageBatch(count, ImageShape{1, 5, 4});
  for (std::size_t i = 0; i < data.images.values.size(); ++i) {
    data.images.values[i] = static_cast<float>(i * 37 % 256) / 255.0F;
  }
  for (std::size_t i = 0; i < count; ++i) data.labels.push_back(static_cast<int>(i * 19 % 256));
  return data;
}

TEST_F(IdxTest, ReadsBytesAsTheFormatDefinesThem) {
  Spill("images", kImages);
  Spill("labels", kLabels);
  const LabelledImages data = ReadIdx(At("images"), At("labels"));
  EXPECT_EQ(data.images.shape, (ImageShape{1, 2, 3}));
  EXPECT_EQ(data.images.size(), 2U);
  EXPECT_FLOAT_EQ(data.images.values[0], 0.0F);
  EXPECT_FLOAT_EQ(data.images.values[1], 0.2F);
  EXPECT_FLOAT_EQ(data.images.values[2], 1.0F);
  EXPECT_THAT(data.labels, ElementsAre(7, 1));
}

TEST_F(IdxTest, WritesExactBytes) {
  Spill("images", kImages);
  Spill("labels", kLabels);
  WriteIdx(ReadIdx(At("images"), At("labels")), At("images2"), At("labels2"));
  EXPECT_EQ(Slurp("images2"), kImages);
  EXPECT_EQ(Slurp("labels2"), kLabels);
}

TEST_F(IdxTest, RoundTripsPlainAndGzip) {
  const LabelledImages data = Sample(300);
  for (const std::string ending : {"", ".gz"}) {
    WriteIdx(data, At("i" + ending), At("l" + ending));
    const LabelledImages back = ReadIdx(At("i" + ending), At("l" + ending));
    EXPECT_EQ(back.images.shape, data.images.shape);
    EXPECT_EQ(back.images.values, data.images.values);
    EXPECT_EQ(back.labels, data.labels);
  }
  EXPECT_EQ(Slurp("i.gz").substr(0, 2), "\x1f\x8b");
  EXPECT_LT(Slurp("i.gz").size(), Slurp("i").size());
}

TEST_F(IdxTest, LimitTakesTheFirstImages) {
  const LabelledImages data = Sample(9);
  WriteIdx(data, At("i"), At("l"));
  const LabelledImages some = ReadIdx(At("i"), At("l"), 4);
  EXPECT_EQ(some.images.values, data.images.Slice(0, 4).values);
  EXPECT_EQ(some.labels, std::vector<int>(data.labels.begin(), data.labels.begin() + 4));
  EXPECT_EQ(ReadIdx(At("i"), At("l"), 100).labels.size(), 9U);
}

TEST_F(IdxTest, EmptySetRoundTrips) {
  WriteIdx(Sample(0), At("i"), At("l"));
  EXPECT_TRUE(ReadIdx(At("i"), At("l")).labels.empty());
}

TEST_F(IdxTest, MissingFileIsAnIoError) {
  Spill("images", kImages);
  ExpectFailure("none", "labels", ErrorKind::kIo, "none");
  ExpectFailure("images", "labels", ErrorKind::kIo, "labels");
  fs::create_directory(At("folder"));
  ExpectFailure("folder", "labels", ErrorKind::kIo, "folder");
}

TEST_F(IdxTest, EveryTruncationIsADataError) {
  Spill("labels", kLabels);
  for (std::size_t size = 0; size < kImages.size(); ++size) {
    Spill("cut", kImages.substr(0, size));
    ExpectFailure("cut", "labels", ErrorKind::kData,
                  "cut: truncated at byte " + std::to_string(size));
  }
  Spill("images", kImages);
  for (std::size_t size = 0; size < kLabels.size(); ++size) {
    Spill("cut", kLabels.substr(0, size));
    ExpectFailure("images", "cut", ErrorKind::kData, "cut: truncated at byte");
  }
}

TEST_F(IdxTest, DamagedGzipIsADataError) {
  WriteIdx(Sample(50), At("i.gz"), At("l.gz"));
  std::string bytes = Slurp("i.gz");
  Spill("cut.gz", bytes.substr(0, bytes.size() / 2));
  ExpectFailure("cut.gz", "l.gz", ErrorKind::kData, "cut.gz");
  bytes[bytes.size() - 6] = static_cast<char>(bytes[bytes.size() - 6] ^ 0x55);
  Spill("checksum.gz", bytes);
  ExpectFailure("checksum.gz", "l.gz", ErrorKind::kData, "checksum.gz");
}

TEST_F(IdxTest, WrongMagicIsADataError) {
  Spill("images", kImages);
  Spill("labels", kLabels);
  ExpectFailure("labels", "images", ErrorKind::kData, "labels: not an IDX image file");
  ExpectFailure("images", "images", ErrorKind::kData, "images: not an IDX label file");
}

TEST_F(IdxTest, CountsMustAgree) {
  Spill("images", kImages);
  WriteIdx(Sample(3), At("i"), At("three"));
  ExpectFailure("images", "three", ErrorKind::kData, "declares 3 labels");
}

TEST_F(IdxTest, TrailingBytesAreADataError) {
  Spill("images", kImages + "x");
  Spill("labels", kLabels);
  ExpectFailure("images", "labels", ErrorKind::kData, "more data");
}

TEST_F(IdxTest, ImpossibleSizesAreDataErrorsNotAllocations) {
  std::string header = kImages;
  header[4] = '\xff';
  Spill("many", header);
  std::string many_labels = kLabels;
  many_labels[4] = '\xff';
  Spill("labels", many_labels);
  ExpectFailure("many", "labels", ErrorKind::kData, "many: truncated");
  header = kImages;
  header[8] = '\x7f';
  Spill("tall", header);
  ExpectFailure("tall", "labels", ErrorKind::kData, "out of range");
}

TEST_F(IdxTest, RefusesWhatTheFormatCannotHold) {
  LabelledImages data = Sample(2);
  for (const int label : {-1, 256}) {
    data.labels[1] = label;
    EXPECT_THROW(WriteIdx(data, At("i"), At("l")), Error) << label;
    EXPECT_FALSE(fs::exists(At("i")));
  }
  data.labels.pop_back();
  EXPECT_THROW(WriteIdx(data, At("i"), At("l")), Error);
  LabelledImages rgb;
  rgb.images = ImageBatch(1, ImageShape{3, 2, 2});
  rgb.labels = {0};
  EXPECT_THROW(WriteIdx(rgb, At("i"), At("l")), Error);
}

TEST_F(IdxTest, UnwritableFolderIsAnIoError) {
  try {
    WriteIdx(Sample(1), At("no/such/i"), At("l"));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kIo);
  }
}

}  // namespace
}  // namespace latentfuzz
