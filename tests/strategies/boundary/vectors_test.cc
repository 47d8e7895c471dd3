#include "latentfuzz/strategies/boundary/vectors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace latentfuzz {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::Pointwise;

TEST(Vectors, SlerpByHand) {
  const std::vector<float> a{2, 0}, b{0, 4};
  const float half = std::sqrt(0.5F);
  EXPECT_THAT(Slerp(a, b, 0.5),
              ElementsAre(FloatNear(3 * half, 1e-6F), FloatNear(3 * half, 1e-6F)));
  EXPECT_THAT(Slerp(a, b, 0), Pointwise(FloatNear(1e-6F), a));
  EXPECT_THAT(Slerp(a, b, 1), Pointwise(FloatNear(1e-6F), b));
}

TEST(Vectors, WithoutAGreatCircleTheBlendIsStraight) {
  EXPECT_THAT(Slerp(std::vector<float>{1, 0}, std::vector<float>{-1, 0}, 0.25),
              ElementsAre(0.5F, 0));
  EXPECT_THAT(Slerp(std::vector<float>{1}, std::vector<float>{3}, 0.5), ElementsAre(2));
  EXPECT_THAT(Slerp(std::vector<float>{0, 0}, std::vector<float>{0, 2}, 0.5), ElementsAre(0, 1));
}

TEST(Vectors, UniformPriorsBlendStraight) {
  const std::vector<float> a{2, 0}, b{0, 4};
  EXPECT_THAT(Blend({.size = 2, .prior = Prior::kUniform}, a, b, 0.5), ElementsAre(1, 2));
  EXPECT_EQ(Blend({.size = 2}, a, b, 0.5), Slerp(a, b, 0.5));
}

}  // namespace
}  // namespace latentfuzz
