#include "latentfuzz/harness/statistics.h"

#include <gmock/gmock.h>

#include <cmath>
#include <vector>

namespace latentfuzz {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::Pointwise;
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

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
  EXPECT_EQ(Quantile(Sample{4, 1, 3, 2}, 0.25), 1.75);
  EXPECT_EQ(Quantile(Sample{10, 20}, 0.75), 17.5);
  EXPECT_EQ(Quantile(Sample{1, 5, 2}, 0), 1);
  EXPECT_EQ(Quantile(Sample{1, 5, 2}, 1), 5);
  EXPECT_EQ(Quantile(Sample{3}, 0.3), 3);
}

// Of the 20 ways to deal three of six ranks, only 1+2+3 and 4+5+6 lie that far out.
TEST(MannWhitney, SeparatedSamplesByHand) {
  EXPECT_DOUBLE_EQ(MannWhitneyP(Sample{1, 2, 3}, Sample{4, 5, 6}), 2.0 / 20);
  EXPECT_DOUBLE_EQ(MannWhitneyP(Sample{4, 5, 6}, Sample{1, 2, 3}), 2.0 / 20);
}

// Ranks 1, 1 | 3, 3 | 5: of the ten pairs, 1+1 (distance 4 from the mean of 6) is the only one that
// far below, and none is that far above (5+3 = 8: three pairs of distance 2).
TEST(MannWhitney, TiesByHand) {
  EXPECT_DOUBLE_EQ(MannWhitneyP(Sample{1, 1}, Sample{2, 2, 3}), 1.0 / 10);
}

// Against R 4.2: wilcox.test(exact = TRUE), and a count over combn() of midranks where there are
// ties.
TEST(MannWhitney, AsRSays) {
  EXPECT_NEAR(MannWhitneyP(Sample{1.1, 2.2, 3.3, 4.4, 5.5, 7.7, 9.9},
                           Sample{2.5, 6.1, 8.2, 10.3, 11.7, 12.4, 13.5, 14.6}),
              0.02051282051, 1e-10);
  EXPECT_NEAR(MannWhitneyP(Sample{1, 2, 2, 3}, Sample{2, 3, 4, 5}), 0.2, 1e-12);
  EXPECT_NEAR(MannWhitneyP(Sample{5, 5, 5, 9}, Sample{5, 1, 1, 2, 2, 3}), 0.03333333333, 1e-10);
  Sample a, b;
  for (int i = 1; i <= 25; ++i) {
    a.push_back(i);
    b.push_back(i + 4.5);
  }
  EXPECT_NEAR(MannWhitneyP(a, b), 0.04716170681, 1e-10);
}

// Against R's wilcox.test(exact = FALSE), which corrects for ties and continuity as well.
TEST(MannWhitney, ManyValuesAsRSays) {
  Sample a, b;
  for (int i = 0; i < 30; ++i) {
    a.push_back(i * i % 17);
    b.push_back(i * 7 % 13 + 3);
  }
  EXPECT_NEAR(MannWhitneyP(a, b), 0.6246859565, 1e-9);
}

// Both ways to the same p, on either side of where they change.
TEST(MannWhitney, TheApproximationIsClose) {
  Sample a, b;
  for (int i = 0; i < 25; ++i) {
    a.push_back(i);
    b.push_back(i + 6.5);
  }
  const double exact = MannWhitneyP(a, b);
  a.push_back(12.25);
  EXPECT_NEAR(MannWhitneyP(a, b), exact, 0.002);
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

// Four cups of each kind, three guessed right: 16 + 1 tables of 70 on either side.
TEST(FisherExact, TheLadyTastingTea) {
  EXPECT_NEAR(FisherExactP({3, 4}, {1, 4}), 34.0 / 70, 1e-12);
  EXPECT_NEAR(FisherExactP({4, 4}, {0, 4}), 2.0 / 70, 1e-12);
}

TEST(FisherExact, AsRSays) {
  EXPECT_NEAR(FisherExactP({1, 10}, {11, 14}), 0.002759456185, 1e-11);
  EXPECT_NEAR(FisherExactP({250, 1000}, {300, 1000}), 0.01409339189, 1e-10);
  EXPECT_NEAR(FisherExactP({2, 100000}, {30, 200000}), 0.0005142100922, 1e-11);
}

TEST(FisherExact, NoEvidence) {
  EXPECT_DOUBLE_EQ(FisherExactP({10, 10}, {10, 10}), 1);
  EXPECT_DOUBLE_EQ(FisherExactP({0, 5}, {0, 5}), 1);
  EXPECT_EQ(FisherExactP({3, 3}, {0, 0}), 1);
}

// 4 * 0.005, 3 * 0.01, 2 * 0.03, and 0.04 no less than the one before.
TEST(Holm, ByHand) {
  EXPECT_THAT(HolmAdjusted(Sample{0.01, 0.04, 0.03, 0.005}),
              Pointwise(DoubleEq(), Sample{0.03, 0.06, 0.06, 0.02}));
  EXPECT_THAT(HolmAdjusted(Sample{0.9, 0.8}), ElementsAre(1, 1));
  EXPECT_TRUE(HolmAdjusted({}).empty());
}

TEST(McNemarExactP, SmallCasesByHand) {
  EXPECT_DOUBLE_EQ(McNemarExactP(0, 0), 1);
  EXPECT_DOUBLE_EQ(McNemarExactP(3, 3), 1);
  EXPECT_DOUBLE_EQ(McNemarExactP(5, 0), 2.0 / 32);
  EXPECT_DOUBLE_EQ(McNemarExactP(0, 5), 2.0 / 32);
  EXPECT_DOUBLE_EQ(McNemarExactP(8, 1), 2.0 * (1 + 9) / 512);
  EXPECT_LT(McNemarExactP(0, 100), 1e-29);
}

}  // namespace
}  // namespace latentfuzz
