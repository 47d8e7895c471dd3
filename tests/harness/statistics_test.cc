#include "latentfuzz/harness/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace latentfuzz {
namespace {

using Sample = std::vector<double>;

// 10 of 100, z = 1.959964: centre (0.1 + z^2/200) / (1 + z^2/100), half width z * sqrt(0.0009 +
// z^2/40000) / (1 + z^2/100).
TEST(WilsonInterval, ByHand) {
  const Interval interval = WilsonInterval(10, 100);
  EXPECT_NEAR(interval.low, 0.0552291, 1e-6);
  EXPECT_NEAR(interval.high, 0.1743657, 1e-6);
}

// With no success the upper bound is z^2 / (n + z^2); with nothing but successes by symmetry.
TEST(WilsonInterval, AtNoneAndAtAll) {
  constexpr double kSquared = 1.959963984540054 * 1.959963984540054;
  EXPECT_EQ(WilsonInterval(0, 1000).low, 0);
  EXPECT_NEAR(WilsonInterval(0, 1000).high, kSquared / (1000 + kSquared), 1e-12);
  EXPECT_EQ(WilsonInterval(1000, 1000).high, 1);
  EXPECT_NEAR(WilsonInterval(1000, 1000).low, 1000 / (1000 + kSquared), 1e-12);
}

TEST(WilsonInterval, OfNothingIsEverything) {
  EXPECT_EQ(WilsonInterval(0, 0).low, 0);
  EXPECT_EQ(WilsonInterval(0, 0).high, 1);
}

TEST(WilsonInterval, HoldsTheProportionAndNarrows) {
  double width = 1;
  for (const std::uint64_t n : {10U, 100U, 10000U, 1000000U}) {
    const Interval interval = WilsonInterval(3 * n / 10, n);
    EXPECT_LT(interval.low, 0.3);
    EXPECT_GT(interval.high, 0.3);
    EXPECT_LT(interval.high - interval.low, width);
    width = interval.high - interval.low;
  }
}

TEST(Median, ByHand) {
  EXPECT_EQ(Median(Sample{3, 1, 2}), 2);
  EXPECT_EQ(Median(Sample{4, 1, 2, 3}), 2.5);
  EXPECT_TRUE(std::isnan(Median({})));
}

// U = 0, mean 4.5, variance 9/12 * 7 = 5.25: z = (4.5 - 0.5) / sqrt(5.25).
TEST(MannWhitney, SeparatedSamplesByHand) {
  EXPECT_NEAR(MannWhitneyP(Sample{1, 2, 3}, Sample{4, 5, 6}), 0.0808556, 1e-6);
  EXPECT_NEAR(MannWhitneyP(Sample{4, 5, 6}, Sample{1, 2, 3}), 0.0808556, 1e-6);
}

// U = 2.5; three 2s and two 3s: variance 16/12 * (9 - 30/56); z = (5.5 - 0.5) / 3.359422.
TEST(MannWhitney, TiesByHand) {
  EXPECT_NEAR(MannWhitneyP(Sample{1, 2, 2, 3}, Sample{2, 3, 4, 5}), 0.1366582, 1e-6);
}

TEST(MannWhitney, NoEvidence) {
  EXPECT_EQ(MannWhitneyP(Sample{}, Sample{1}), 1);
  EXPECT_EQ(MannWhitneyP(Sample{2, 2}, Sample{2, 2, 2}), 1);
  EXPECT_EQ(MannWhitneyP(Sample{1, 3}, Sample{1, 3}), 1);
}

TEST(A12, ByHand) {
  EXPECT_EQ(A12(Sample{4, 5, 6}, Sample{1, 2, 3}), 1);
  EXPECT_EQ(A12(Sample{1, 2, 3}, Sample{4, 5, 6}), 0);
  EXPECT_EQ(A12(Sample{1, 2}, Sample{1, 2}), 0.5);
  EXPECT_EQ(A12(Sample{1, 2, 2, 3}, Sample{2, 3, 4, 5}), 2.5 / 16);
  EXPECT_TRUE(std::isnan(A12(Sample{}, Sample{1})));
}

}  // namespace
}  // namespace latentfuzz
