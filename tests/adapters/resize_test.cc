#include "latentfuzz/adapters/resize.h"

#include <gmock/gmock.h>

#include "latentfuzz/adapters/probe.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

PixelFormat Format(ImageShape shape, Resize rule) {
  PixelFormat format;
  format.shape = shape;
  format.resize = rule;
  return format;
}

ImageBatch Row(std::vector<float> values) {
  ImageBatch images;
  images.shape = {1, 1, static_cast<int>(values.size())};
  images.values = std::move(values);
  return images;
}

std::vector<float> ToWidth(int width, Resize rule, const std::vector<float>& values) {
  return Resized(Format({1, 1, width}, rule), Row(values)).values;
}

TEST(Resize, ShrinksByHand) {
  const std::vector<float> six{0, 0.125F, 0.25F, 0.5F, 0.625F, 1};
  EXPECT_THAT(ToWidth(2, Resize::kNearest, six), ElementsAre(0, 0.5F));
  EXPECT_THAT(ToWidth(2, Resize::kBilinear, six), ElementsAre(0.125F, 0.625F));  // the centres
  const std::vector<float> area = ToWidth(2, Resize::kArea, six);
  EXPECT_FLOAT_EQ(area[0], 0.375F / 3);
  EXPECT_FLOAT_EQ(area[1], 2.125F / 3);
}

TEST(Resize, EnlargesByHand) {
  EXPECT_THAT(ToWidth(4, Resize::kNearest, {0, 1}), ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(ToWidth(4, Resize::kBilinear, {0, 1}), ElementsAre(0, 0.25F, 0.75F, 1));
}

// Every channel of every image as if it were alone, rows and columns alike.
TEST(Resize, PlanesDoNotMix) {
  const ImageBatch images = ProbeImages({3, 7, 5}, 2);
  for (const Resize rule : {Resize::kNearest, Resize::kBilinear, Resize::kArea}) {
    const ImageBatch all = Resized(Format({3, 4, 9}, rule), images);
    EXPECT_EQ(all.size(), 2U);
    for (std::size_t plane = 0; plane < 6; ++plane) {
      ImageBatch one(1, {1, 7, 5});
      std::copy_n(images.values.begin() + static_cast<std::ptrdiff_t>(plane * 35), 35,
                  one.values.begin());
      EXPECT_THAT(Resized(Format({1, 4, 9}, rule), one).values,
                  ::testing::ElementsAreArray(&all.values[plane * 36], 36));
    }
  }
}

TEST(Resize, StaysInTheRange) {
  const ImageBatch images = ProbeImages({1, 9, 9}, 20);
  for (const Resize rule : {Resize::kNearest, Resize::kBilinear, Resize::kArea})
    for (const int side : {4, 16})
      EXPECT_THAT(Resized(Format({1, side, side}, rule), images).values,
                  ::testing::Each(::testing::AllOf(::testing::Ge(0), ::testing::Le(1))));
}

TEST(Resize, OnlyTheSizeMayDiffer) {
  const ImageShape small{1, 4, 4}, large{1, 8, 8}, colour{3, 4, 4};
  EXPECT_TRUE(Takes(PixelFormat(), large));
  EXPECT_TRUE(Takes(Format(small, Resize::kNone), small));
  EXPECT_FALSE(Takes(Format(small, Resize::kNone), large));
  EXPECT_TRUE(Takes(Format(small, Resize::kArea), large));
  EXPECT_FALSE(Takes(Format(small, Resize::kArea), colour));
}

TEST(Resize, TheHintNamesTheLineOfTheCard) {
  ModelCard card;
  card.source = "net.card.toml";
  card.image.shape = ImageShape{1, 4, 4};
  EXPECT_THAT(FitHint(card, {1, 8, 8}), HasSubstr("resize = \"bilinear\""));
  EXPECT_THAT(FitHint(card, {1, 8, 8}), HasSubstr("under [input] of net.card.toml"));
  EXPECT_THAT(FitHint(card, {3, 8, 8}), Not(HasSubstr("resize")));
}

}  // namespace
}  // namespace latentfuzz
