#include "latentfuzz/strategies/boundary/tolerance.h"

#include <gtest/gtest.h>

#include <limits>

namespace latentfuzz {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Tolerance, IsZeroUntilADrawIsLearnt) {
  const Tolerance tolerance;
  EXPECT_TRUE(tolerance.Passes(0));
  EXPECT_FALSE(tolerance.Passes(1e-9));
}

TEST(Tolerance, IsZeroWhileMostDrawsViolateNothing) {
  Tolerance tolerance;
  for (const double draw : {0.0, 0.3, 0.0, 0.5, 0.0}) tolerance.Learn(draw);
  EXPECT_TRUE(tolerance.Passes(0));
  EXPECT_FALSE(tolerance.Passes(0.1));
}

TEST(Tolerance, IsTheMedianWhereMostViolate) {
  Tolerance tolerance;
  for (const double draw : {0.1, 0.4, 0.2, 0.0, 0.3}) tolerance.Learn(draw);
  EXPECT_TRUE(tolerance.Passes(0.2));
  EXPECT_FALSE(tolerance.Passes(0.21));
}

TEST(Tolerance, FollowsTheLatestDraws) {
  Tolerance tolerance;
  for (int i = 0; i < 500; ++i) tolerance.Learn(0);
  for (int i = 0; i < 500; ++i) tolerance.Learn(1);
  EXPECT_TRUE(tolerance.Passes(1));
}

TEST(Tolerance, NanNeverPasses) {
  Tolerance tolerance;
  for (int i = 0; i < 5; ++i) tolerance.Learn(kNan);
  EXPECT_FALSE(tolerance.Passes(kNan));
  EXPECT_TRUE(tolerance.Passes(1e9));
}

}  // namespace
}  // namespace latentfuzz
