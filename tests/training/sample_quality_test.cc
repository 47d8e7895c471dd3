#include "latentfuzz/training/sample_quality.h"

#include <gtest/gtest.h>

#include <vector>

#include "latentfuzz/base/rng.h"

namespace latentfuzz::training {
namespace {

// On a line, with the nearest neighbour alone: real samples reach 1, 1, 1 and 7 (of 10); drawn ones
// 1, 1 and 18.
const std::vector<float> kReal{0, 1, 2, 10}, kDrawn{2.5F, 1.5F, 20.5F};

TEST(PrecisionRecall, ByHand) {
  const PrecisionRecall found = MeasurePrecisionRecall({kReal, 1}, {kDrawn, 1}, 1);
  // 2.5 and 1.5 are within 1 of real samples; 20.5 is 10.5 away from one that reaches 8.
  EXPECT_DOUBLE_EQ(found.precision, 2.0 / 3);
  // 1, 2 and 10 (from 20.5) are within reach of drawn samples, 0 is not: 1.5 away from 1.5.
  EXPECT_DOUBLE_EQ(found.recall, 0.75);
}

std::vector<float> Normal(std::size_t count, double mean, double deviation, std::uint64_t seed) {
  Rng rng(seed, StreamPurpose::kTest);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(mean + deviation * rng.Normal());
  return values;
}

TEST(PrecisionRecall, NarrowDrawsArePreciseAndFarOnesNothing) {
  const std::vector<float> real = Normal(800, 0, 1, 1);
  const std::vector<float> narrow = Normal(800, 0, 0.1, 2), far = Normal(800, 40, 1, 3);
  const PrecisionRecall precise = MeasurePrecisionRecall({real, 4}, {narrow, 4});
  EXPECT_GT(precise.precision, 0.95);
  EXPECT_LT(precise.recall, 0.3);
  const PrecisionRecall none = MeasurePrecisionRecall({real, 4}, {far, 4});
  EXPECT_EQ(none.precision, 0);
  EXPECT_EQ(none.recall, 0);
}

// Two rows each of one feature: kernels (xy + 1)^3.
TEST(KernelDistance, ByHand) {
  const std::vector<float> real{0, 1}, drawn{1, 2};
  // pairs: real (0,1): 1; drawn (1,2): 27; between: 1, 1, 8, 27, mean 9.25.
  EXPECT_DOUBLE_EQ(KernelDistance({real, 1}, {drawn, 1}), 1 + 27 - 2 * 9.25);
}

TEST(KernelDistance, GrowsWithTheShiftAndVanishesForOneDistribution) {
  const std::vector<float> real = Normal(2000, 0, 1, 1), same = Normal(2000, 0, 1, 2);
  const std::vector<float> near = Normal(2000, 0.3, 1, 3), far = Normal(2000, 1, 1, 4);
  const double none = KernelDistance({real, 4}, {same, 4});
  EXPECT_NEAR(none, 0, 0.03);
  EXPECT_GT(KernelDistance({real, 4}, {near, 4}), none + 0.03);
  EXPECT_GT(KernelDistance({real, 4}, {far, 4}), 5 * KernelDistance({real, 4}, {near, 4}));
}

}  // namespace
}  // namespace latentfuzz::training
