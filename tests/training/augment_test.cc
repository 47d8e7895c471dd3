#include "latentfuzz/training/augment.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <vector>

namespace latentfuzz::training {
namespace {

using ::testing::ElementsAre;

constexpr ImageShape kShape{1, 2, 3};
const std::vector<float> kImage{1, 2, 3, 4, 5, 6};

std::vector<float> Augmented(const Augmentation& augmentation, std::uint64_t index) {
  Rng rng(1, StreamPurpose::kTest, index);
  std::vector<float> out(kImage.size(), -1);
  Augment(kImage, kShape, augmentation, rng, out);
  return out;
}

TEST(Augment, NothingAskedIsACopy) {
  EXPECT_EQ(Augmented({.flip = false, .max_shift = 0}, 0), kImage);
}

TEST(Augment, FlipGivesTheImageOrItsMirror) {
  std::set<std::vector<float>> seen;
  for (std::uint64_t i = 0; i < 50; ++i) seen.insert(Augmented({.flip = true, .max_shift = 0}, i));
  EXPECT_THAT(seen, ElementsAre(kImage, std::vector<float>{3, 2, 1, 6, 5, 4}));
}

TEST(Augment, ShiftFillsWithBlackAndReachesAllNineOffsets) {
  std::set<std::vector<float>> seen;
  for (std::uint64_t i = 0; i < 500; ++i) {
    seen.insert(Augmented({.flip = false, .max_shift = 1}, i));
  }
  EXPECT_EQ(seen.size(), 9U);
  EXPECT_TRUE(seen.contains({0, 1, 2, 0, 4, 5})) << "right";
  EXPECT_TRUE(seen.contains({0, 0, 0, 1, 2, 3})) << "down";
  EXPECT_TRUE(seen.contains({5, 6, 0, 0, 0, 0})) << "up and left";
}

TEST(Augment, AllChannelsMoveTogether) {
  std::vector<float> image = kImage;
  for (const float value : kImage) image.push_back(10 * value);
  for (std::uint64_t i = 0; i < 50; ++i) {
    Rng rng(1, StreamPurpose::kTest, i);
    std::vector<float> out(image.size());
    Augment(image, {2, 2, 3}, {.flip = true, .max_shift = 1}, rng, out);
    for (std::size_t at = 0; at < kImage.size(); ++at) EXPECT_EQ(out[at + 6], 10 * out[at]);
  }
}

TEST(Augment, SameStreamSameImage) {
  const Augmentation both{.flip = true, .max_shift = 1};
  for (std::uint64_t i = 0; i < 20; ++i) EXPECT_EQ(Augmented(both, i), Augmented(both, i));
}

}  // namespace
}  // namespace latentfuzz::training
