#include "latentfuzz/strategies/boundary/margins.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace latentfuzz {
namespace {

ClassMargins Logits(const std::vector<float>& row) { return {row, ScoreKind::kLogits}; }
ClassMargins Probabilities(const std::vector<float>& row) {
  return {row, ScoreKind::kProbabilities};
}

TEST(ClassMargins, AreHalfTheLogOddsAgainstTheBestOtherClass) {
  const ClassMargins margins = Logits({1, 5, 2});
  EXPECT_EQ(margins.label(), 1);
  EXPECT_EQ(margins.Of(1), 1.5);
  EXPECT_EQ(margins.Of(2), -1.5);
  EXPECT_EQ(margins.Of(0), -2);
}

TEST(ClassMargins, OfProbabilitiesAreThoseOfTheirLogits) {
  const ClassMargins margins = Probabilities({0.2F, 0.8F, 0});
  EXPECT_NEAR(margins.Of(1), std::log(4) / 2, 1e-6);
  EXPECT_NEAR(margins.Of(0), -std::log(4) / 2, 1e-6);
  EXPECT_TRUE(margins.finite());
  EXPECT_NEAR(margins.Of(2), std::log(1e-7 / 0.8) / 2, 1e-5);
}

TEST(ClassMargins, OfOneClassOrNanAreNotFinite) {
  EXPECT_FALSE(Logits({1}).finite());
  EXPECT_FALSE(Logits({1, std::numeric_limits<float>::quiet_NaN()}).finite());
  EXPECT_FALSE(Probabilities({1, std::numeric_limits<float>::infinity()}).finite());
  EXPECT_FALSE(ClassMargins().finite());
}

TEST(Margins, AreWeighted) {
  const Margins margins{Logits({0, 6}), Logits({4, 0})};
  EXPECT_DOUBLE_EQ(margins.Signed(1, 0.25), 0.75 * 3 - 0.25 * 2);
  EXPECT_DOUBLE_EQ(margins.Signed(0, 0.25), -0.75 * 3 + 0.25 * 2);
  EXPECT_FALSE(margins.tied());
  EXPECT_TRUE((Margins{Logits({0, 6}), Logits({4, 4})}).tied());
}

TEST(MarginShare, IsEvenUntilOneMarginIsOftenZero) {
  const ClassMargins clear = Logits({0, 1}), level = Logits({1, 1});
  MarginShare share;
  for (int i = 0; i < 100; ++i) share.Learn({clear, clear});
  EXPECT_EQ(share.candidate(), 0.5);
  share.Learn({clear, level});
  EXPECT_DOUBLE_EQ(share.candidate(), 1.0 / 3);
  for (int i = 0; i < 100; ++i) share.Learn({clear, level});
  EXPECT_EQ(share.candidate(), 0.05);
  MarginShare mirrored;
  for (int i = 0; i < 100; ++i) mirrored.Learn({level, clear});
  EXPECT_EQ(mirrored.candidate(), 0.95);
}

}  // namespace
}  // namespace latentfuzz
