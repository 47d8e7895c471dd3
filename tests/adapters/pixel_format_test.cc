#include "latentfuzz/adapters/pixel_format.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<float> ToModelPixels(const PixelFormat& format, const ImageBatch& images) {
  const ModelPixels pixels(format, images);
  return {pixels.values().begin(), pixels.values().end()};
}

constexpr ImageShape kRow{3, 1, 2};

// One image of 3x1x2: red 0 and 0.2, green 0.4 and 0.6, blue 0.8 and 1.
ImageBatch Colours() {
  ImageBatch images(1, kRow);
  images.values = {0, 0.2F, 0.4F, 0.6F, 0.8F, 1};
  return images;
}

PixelFormat Rgb() {
  PixelFormat format;
  format.shape = kRow;
  format.color = ColorOrder::kRgb;
  return format;
}

TEST(PixelFormat, CanonicalPassesThrough) {
  EXPECT_TRUE(IsCanonical(Rgb()));
  EXPECT_EQ(ToModelPixels(Rgb(), Colours()), Colours().values);
}

TEST(PixelFormat, Range) {
  PixelFormat format = Rgb();
  format.low = -1;
  EXPECT_FALSE(IsCanonical(format));
  EXPECT_THAT(ToModelPixels(format, Colours()),
              ElementsAre(-1, ::testing::FloatEq(-0.6F), ::testing::FloatNear(-0.2F, 1e-6F),
                          ::testing::FloatNear(0.2F, 1e-6F), ::testing::FloatEq(0.6F), 1));
}

TEST(PixelFormat, MeanAndStdPerChannelInUnitsOfTheRange) {
  PixelFormat format = Rgb();
  format.high = 10;
  format.mean = {0, 4, 8};
  format.std = {1, 2, 4};
  EXPECT_THAT(ToModelPixels(format, Colours()),
              ElementsAre(0, 2, 0, 1, ::testing::FloatNear(0, 1e-6F), 0.5F));
}

TEST(PixelFormat, BgrSwapsChannelsAndMeanFollowsTheModelsOrder) {
  PixelFormat format = Rgb();
  format.color = ColorOrder::kBgr;
  EXPECT_THAT(ToModelPixels(format, Colours()), ElementsAre(0.8F, 1, 0.4F, 0.6F, 0, 0.2F));
  format.mean = {1, 0, 0};
  EXPECT_THAT(ToModelPixels(format, Colours()),
              ElementsAre(::testing::FloatEq(-0.2F), 0, 0.4F, 0.6F, 0, 0.2F));
}

TEST(PixelFormat, NhwcInterleaves) {
  PixelFormat format = Rgb();
  format.layout = Layout::kNhwc;
  EXPECT_THAT(ToModelPixels(format, Colours()), ElementsAre(0, 0.4F, 0.8F, 0.2F, 0.6F, 1));
  EXPECT_THAT(TensorSizes(format, {3, 4, 5}, 2), ElementsAre(2, 4, 5, 3));
  EXPECT_THAT(TensorSizes(Rgb(), {3, 4, 5}, 2), ElementsAre(2, 3, 4, 5));
}

TEST(PixelFormat, BgrAndNhwcTogether) {
  PixelFormat format = Rgb();
  format.color = ColorOrder::kBgr;
  format.layout = Layout::kNhwc;
  EXPECT_THAT(ToModelPixels(format, Colours()), ElementsAre(0.8F, 0.4F, 0, 1, 0.6F, 0.2F));
}

TEST(PixelFormat, BackIsTheInverseInEveryFormat) {
  const ImageShape shape{3, 5, 4};
  ImageBatch images(3, shape);
  Rng rng(1, StreamPurpose::kTest);
  for (float& pixel : images.values) pixel = static_cast<float>(rng.Uniform());
  for (const ColorOrder color : {ColorOrder::kRgb, ColorOrder::kBgr}) {
    for (const Layout layout : {Layout::kNchw, Layout::kNhwc}) {
      PixelFormat format;
      format.color = color;
      format.layout = layout;
      format.low = -3;
      format.high = 255;
      format.mean = {10, 20, 30};
      format.std = {0.5, 2, 60};
      const ImageBatch back = FromModelPixels(format, shape, ToModelPixels(format, images), "m");
      ASSERT_EQ(back.shape, shape);
      ASSERT_EQ(back.size(), images.size());
      for (std::size_t i = 0; i < images.values.size(); ++i)
        ASSERT_NEAR(back.values[i], images.values[i], 1e-5) << i;
    }
  }
}

PixelFormat Gray() { return {}; }
constexpr ImageShape kTwo{1, 1, 2};

TEST(PixelFormat, SmallOvershootIsClipped) {
  const ImageBatch images = FromModelPixels(Gray(), kTwo, {-0.0009F, 1.0009F}, "m");
  EXPECT_THAT(images.values, ElementsAre(0, 1));
}

TEST(PixelFormat, LargeOvershootNamesRangeAndCardLine) {
  const Error error = Caught([] { FromModelPixels(Gray(), kTwo, {-0.98F, 0.5F}, "g.pt"); });
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), HasSubstr("g.pt: decoded pixels span [-0.98, 0.5]"));
  EXPECT_THAT(error.what(), HasSubstr("declares [0, 1]"));
  EXPECT_THAT(error.hint(), HasSubstr("range = [-1, 1] under [output]"));
}

TEST(PixelFormat, HintKnowsBytesAndGivesUpOnTheRest) {
  const auto hint = [](std::vector<float> pixels) {
    return Caught([&] { FromModelPixels(Gray(), kTwo, pixels, "m"); }).hint();
  };
  EXPECT_THAT(hint({0, 254}), HasSubstr("range = [0, 255]"));
  EXPECT_THAT(hint({-300, 254}), HasSubstr("sigmoid"));
}

TEST(PixelFormat, ObservedRangeIsInTheModelsUnits) {
  PixelFormat format;
  format.high = 255;
  EXPECT_THAT(Caught([&] {
                FromModelPixels(format, kTwo, {0, 510}, "m");
              }).what(),
              HasSubstr("span [0, 510]"));
}

TEST(PixelFormat, NanAndInfinityAreErrors) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_THAT(Caught([&] {
                FromModelPixels(Gray(), kTwo, {0.5F, kNan}, "m");
              }).what(),
              HasSubstr("NaN"));
  EXPECT_THAT(Caught([&] {
                FromModelPixels(Gray(), kTwo, {0.5F, kInfinity}, "m");
              }).what(),
              HasSubstr("inf"));
}

}  // namespace
}  // namespace latentfuzz
