#include "latentfuzz/harness/representatives.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/tests/corpus/samples.h"

namespace latentfuzz {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

ImageBatch Pairs(std::vector<float> values) {
  ImageBatch images;
  images.shape = {1, 1, 2};
  images.values = std::move(values);
  return images;
}

std::vector<float> RandomImage(std::uint64_t index, std::size_t pixels) {
  Rng rng(5, StreamPurpose::kTest, index);
  std::vector<float> image(pixels);
  for (float& v : image) v = static_cast<float>(rng.Uniform());
  return image;
}

TEST(Representatives, MaxCosineByHand) {
  Representatives set;
  set.Add(std::vector<float>{1, 0});
  set.Add(std::vector<float>{0, 0.5F});
  EXPECT_EQ(set.size(), 2U);
  const double half = std::sqrt(0.5);
  EXPECT_THAT(set.MaxCosine(Pairs({0.25F, 0, 0.5F, 0.5F, 0.6F, 0.8F})),
              ElementsAre(DoubleNear(1, 1e-6), DoubleNear(half, 1e-6), DoubleNear(0.8, 1e-6)));
}

TEST(Representatives, AnEmptySetAndABlackImageGiveZero) {
  Representatives set;
  EXPECT_THAT(set.MaxCosine(Pairs({1, 1})), ElementsAre(0));
  set.Add(std::vector<float>{1, 1});
  EXPECT_THAT(set.MaxCosine(Pairs({0, 0})), ElementsAre(0));
}

TEST(Representatives, WhatHasNoDirectionDoesNotJoin) {
  Representatives set;
  set.Add(std::vector<float>{0, 0});
  set.Add(std::vector<float>{std::numeric_limits<float>::quiet_NaN(), 1});
  EXPECT_EQ(set.size(), 0U);
}

TEST(Representatives, DuplicatesDoNotJoin) {
  Representatives set;
  for (int i = 0; i < 10; ++i) set.Add(std::vector<float>{0.5F, 0.25F});
  set.Add(std::vector<float>{1, 0.5F});  // the same direction
  EXPECT_EQ(set.size(), 1U);
  set.Add(std::vector<float>{0.25F, 0.5F});
  EXPECT_EQ(set.size(), 2U);
}

TEST(Representatives, StayBoundedAndStillStandForWhatCame) {
  Representatives set(8);
  for (std::uint64_t i = 0; i < 500; ++i) {
    set.Add(RandomImage(i, 6));
    ASSERT_LE(set.size(), 8U);
  }
  EXPECT_GE(set.size(), 2U);
  ImageBatch seen;
  seen.shape = {1, 1, 6};
  for (std::uint64_t i = 0; i < 500; ++i) {
    const auto image = RandomImage(i, 6);
    seen.values.insert(seen.values.end(), image.begin(), image.end());
  }
  for (const double cosine : set.MaxCosine(seen)) EXPECT_GT(cosine, 0.5);
}

// One axis of its own each: at capacity 2 the third must push the threshold past them all.
TEST(Representatives, ThinningKeepsTheFirst) {
  Representatives set(2);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<float> image(3);
    image[axis] = 1;
    set.Add(image);
  }
  EXPECT_EQ(set.size(), 1U);
  ImageBatch first(1, {1, 1, 3});
  first.values = {1, 0, 0};
  EXPECT_THAT(set.MaxCosine(first), ElementsAre(1));
}

TEST(Representatives, LoadedGoesOnAsSavedWouldHave) {
  Representatives one(8);
  for (std::uint64_t i = 0; i < 50; ++i) one.Add(RandomImage(i, 6));
  Representatives two(8);
  two.Load(one.Save());
  EXPECT_EQ(two.Save(), one.Save());
  for (std::uint64_t i = 50; i < 100; ++i) {
    one.Add(RandomImage(i, 6));
    two.Add(RandomImage(i, 6));
  }
  EXPECT_EQ(two.Save(), one.Save());
}

TEST(Representatives, AnEmptySetIsSavedToo) {
  Representatives one, two;
  two.Load(one.Save());
  EXPECT_EQ(two.size(), 0U);
  two.Add(std::vector<float>{1, 0});
  EXPECT_EQ(two.size(), 1U);
}

TEST(Representatives, DamagedStatesAreRefused) {
  Representatives set;
  set.Add(std::vector<float>{1, 0});
  const std::string whole = set.Save();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto error = samples::ErrorOf([&] { Representatives().Load(whole.substr(0, size)); });
    ASSERT_TRUE(error) << size;
    EXPECT_EQ(error->kind(), ErrorKind::kData);
  }
}

}  // namespace
}  // namespace latentfuzz
