#include "latentfuzz/adapters/png.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using PngTest = AdapterTest;

std::vector<float> Ramp(const ImageShape& shape) {
  std::vector<float> image(shape.pixels());
  for (std::size_t i = 0; i < image.size(); ++i)
    image[i] = static_cast<float>(i * 37 % 256) / 255.0F;
  return image;
}

TEST_F(PngTest, BytesAreRoundedAndClipped) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(ToBytes(std::vector<float>{0, 1, 0.5F, 1.4F / 255, 1.6F / 255, -3, 7, kNan}),
              ElementsAre(0, 255, 128, 1, 2, 0, 255, 0));
}

TEST_F(PngTest, RoundTripIsBitExact) {
  for (const ImageShape& shape : {ImageShape{1, 5, 7}, ImageShape{3, 4, 9}, ImageShape{1, 1, 1}}) {
    const std::vector<float> image = Ramp(shape);
    const auto path = Write("a.png", EncodePng(image, shape));
    ImageShape read;
    EXPECT_EQ(ReadPng(path, &read), ToBytes(image));
    EXPECT_EQ(read, shape);
  }
}

TEST_F(PngTest, SameImageSameFile) {
  const ImageShape shape{3, 6, 6};
  EXPECT_EQ(EncodePng(Ramp(shape), shape), EncodePng(Ramp(shape), shape));
}

// A 1x1 PNG of pure red, written by another program.
constexpr unsigned char kRed[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
    0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00,
    0x00, 0x90, 0x77, 0x53, 0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78,
    0xda, 0x63, 0xf8, 0xcf, 0xc0, 0x00, 0x00, 0x03, 0x01, 0x01, 0x00, 0xf7, 0x03, 0x41,
    0x43, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

TEST_F(PngTest, ChannelsAreRgb) {
  const std::string file(reinterpret_cast<const char*>(kRed), sizeof kRed);
  ImageShape shape;
  EXPECT_THAT(ReadPng(Write("red.png", file), &shape), ElementsAre(255, 0, 0));
  EXPECT_EQ(shape, (ImageShape{3, 1, 1}));
}

TEST_F(PngTest, FaultsAreTyped) {
  ImageShape shape;
  EXPECT_EQ(Caught([&] { ReadPng(folder_ / "none.png", &shape); }).kind(), ErrorKind::kIo);
  EXPECT_EQ(Caught([&] { ReadPng(folder_, &shape); }).kind(), ErrorKind::kIo);
  EXPECT_THAT(Caught([&] { ReadPng(Write("b.png", "GIF89a"), &shape); }).what(),
              HasSubstr("b.png: not a PNG"));
  EXPECT_EQ(Caught([&] { ReadPng(Write("c.png", ""), &shape); }).kind(), ErrorKind::kData);
  EXPECT_EQ(Caught([] { EncodePng(std::vector<float>(3), {1, 2, 2}); }).kind(), ErrorKind::kData);
  EXPECT_EQ(Caught([] { EncodePng(std::vector<float>(8), {2, 2, 2}); }).kind(), ErrorKind::kData);
}

TEST_F(PngTest, TruncatedFileIsAnError) {
  const ImageShape shape{1, 9, 9};
  const std::string file = EncodePng(Ramp(shape), shape);
  for (std::size_t length = 0; length < file.size(); ++length) {
    ImageShape read;
    EXPECT_EQ(Caught([&] { ReadPng(Write("t.png", file.substr(0, length)), &read); }).kind(),
              ErrorKind::kData)
        << length;
  }
}

// Every flipped bit is found, and told in the error alone.
TEST_F(PngTest, DamageIsAnErrorAndNoOutput) {
  const ImageShape shape{1, 9, 9};
  const std::string file = EncodePng(Ramp(shape), shape);
  ::testing::internal::CaptureStderr();
  for (std::size_t at = 0; at < file.size(); ++at) {
    std::string damaged = file;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    ImageShape read;
    EXPECT_EQ(Caught([&] { ReadPng(Write("d.png", damaged), &read); }).kind(), ErrorKind::kData)
        << at;
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace latentfuzz
