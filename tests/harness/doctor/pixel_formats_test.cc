#include "latentfuzz/harness/doctor/pixel_formats.h"

#include <gmock/gmock.h>

#include <set>

#include "latentfuzz/adapters/pixel_format.h"
#include "latentfuzz/adapters/probe.h"

namespace latentfuzz {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::SizeIs;
using Lines = std::vector<std::string>;

PixelFormat Format(int channels, double low, double high) {
  PixelFormat format;
  format.shape = ImageShape{channels, 4, 5};
  format.color = channels == 1 ? ColorOrder::kGray : ColorOrder::kRgb;
  format.low = low;
  format.high = high;
  return format;
}

std::vector<Lines> AllLines(const PixelFormat& declared) {
  std::vector<Lines> all;
  for (const FormatChange& change : LikelyFormats(declared, *declared.shape))
    all.push_back(change.lines);
  return all;
}

TEST(LikelyFormats, Grey) {
  EXPECT_THAT(AllLines(Format(1, 0, 1)),
              ElementsAre(Lines{"range = [0, 255]"}, Lines{"range = [-1, 1]"},
                          Lines{"mean = [0.1307]", "std = [0.3081]"},
                          Lines{"mean = [0.286]", "std = [0.353]"}));
}

TEST(LikelyFormats, Color) {
  const std::vector<Lines> lines = AllLines(Format(3, 0, 255));
  EXPECT_THAT(lines, SizeIs(4 * 6 - 1));
  EXPECT_THAT(lines, Contains(Lines{"color = \"bgr\""}));
  EXPECT_THAT(lines, Contains(Lines{"layout = \"nhwc\" with shape = [4, 5, 3]"}));
  EXPECT_THAT(lines, Contains(Lines{"mean = [123.68, 116.779, 103.939]"}));
  EXPECT_THAT(lines, Contains(Lines{"color = \"bgr\"", "mean = [103.939, 116.779, 123.68]"}));
}

TEST(LikelyFormats, WhatIsDeclaredAndUnusualCanBeTakenBack) {
  PixelFormat declared = Format(3, 0, 1);
  declared.layout = Layout::kNhwc;
  declared.mean = {0.1, 0.2, 0.3};
  const std::vector<Lines> lines = AllLines(declared);
  EXPECT_THAT(lines, SizeIs(4 * 7 - 1));
  EXPECT_THAT(lines, Contains(Lines{"no mean"}));
  EXPECT_THAT(lines, Contains(Lines{"layout = \"nchw\" with shape = [3, 4, 5]"}));
}

// Mean and std of a half are the range [-1, 1] in other words.
TEST(LikelyFormats, ImagesOfAnotherSizeMayBeResizedOtherwise) {
  PixelFormat declared = Format(1, 0, 1);
  declared.resize = Resize::kArea;
  std::vector<Lines> lines;
  for (const FormatChange& change : LikelyFormats(declared, {1, 8, 10}))
    if (change.format.resize != declared.resize) lines.push_back(change.lines);
  EXPECT_THAT(lines, ElementsAre(Lines{"resize = \"nearest\""}, Lines{"resize = \"bilinear\""}));
}

TEST(LikelyFormats, OtherWordsForTheSamePixelsAreNoChange) {
  PixelFormat declared = Format(1, 0, 1);
  declared.mean = declared.std = {0.5};
  for (const FormatChange& change : LikelyFormats(declared, *declared.shape))
    EXPECT_NE(change.format.low, -1);
}

TEST(LikelyFormats, EachShowsTheModelOtherPixels) {
  for (const int channels : {1, 3}) {
    const PixelFormat declared = Format(channels, 0, 1);
    const ImageBatch images = ProbeImages(*declared.shape, 1);
    const ModelPixels as_declared(declared, images);
    std::set<std::vector<float>> seen{{as_declared.values().begin(), as_declared.values().end()}};
    for (const FormatChange& change : LikelyFormats(declared, *declared.shape)) {
      const ModelPixels pixels(change.format, images);
      EXPECT_TRUE(seen.insert({pixels.values().begin(), pixels.values().end()}).second)
          << ::testing::PrintToString(change.lines);
      EXPECT_FALSE(change.lines.empty());
    }
  }
}

}  // namespace
}  // namespace latentfuzz
