#include "latentfuzz/harness/judgement.h"

#include <gtest/gtest.h>

#include <cmath>

namespace latentfuzz {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

ScoreBatch Rows(std::vector<float> values) {
  return {ScoreKind::kProbabilities, 3, std::move(values)};
}

Judgement MeasureOne(std::vector<float> p, std::vector<float> q, std::vector<float> scores, int y) {
  const int expected[] = {y};
  return Measure(Rows(std::move(p)), Rows(std::move(q)), Rows(std::move(scores)), expected)[0];
}

TEST(Judgement, TopTwoGapByHand) {
  EXPECT_DOUBLE_EQ(TopTwoGap(std::vector<float>{0.125F, 0.625F, 0.25F}), 0.375);
  EXPECT_DOUBLE_EQ(TopTwoGap(std::vector<float>{0.5F, 0.5F, 0}), 0);
  EXPECT_TRUE(std::isnan(TopTwoGap(std::vector<float>{kNan, kNan})));
}

TEST(Judgement, TheLeadOfTheExpectedLabelByHand) {
  const Judgement right = MeasureOne({0.25F, 0.5F, 0.25F}, {0.125F, 0.625F, 0.25F}, {-1, 3, 2}, 1);
  EXPECT_EQ(right.expected, 1);
  EXPECT_DOUBLE_EQ(right.expected_margin, 0.375);
  EXPECT_DOUBLE_EQ(right.expected_logit_margin, 1);
  EXPECT_DOUBLE_EQ(right.reference_expected, 0.5);
  EXPECT_DOUBLE_EQ(right.candidate_expected, 0.625);
  const Judgement wrong = MeasureOne({0.25F, 0.5F, 0.25F}, {0.125F, 0.625F, 0.25F}, {-1, 3, 2}, 2);
  EXPECT_DOUBLE_EQ(wrong.expected_margin, -0.375);
  EXPECT_DOUBLE_EQ(wrong.expected_logit_margin, -1);
  EXPECT_DOUBLE_EQ(wrong.reference_expected, 0.25);
  EXPECT_DOUBLE_EQ(wrong.candidate_expected, 0.25);
}

TEST(Judgement, WhereNothingIsExpectedNothingLeads) {
  const Judgement j = MeasureOne({1, 0, 0}, {1, 0, 0}, {1, 0, 0}, kNoLabel);
  EXPECT_EQ(j.expected, kNoLabel);
  for (const double quantity :
       {j.expected_margin, j.expected_logit_margin, j.reference_expected, j.candidate_expected}) {
    EXPECT_TRUE(std::isnan(quantity));
  }
  EXPECT_DOUBLE_EQ(j.candidate_margin, 1) << "the rest does not need it";
}

// A NaN among the others must not be passed over.
TEST(Judgement, ScoresThatAreNotFiniteHaveNoLead) {
  const Judgement j = MeasureOne({1, 0, 0}, {kNan, kNan, kNan}, {3, 1, kNan}, 0);
  EXPECT_TRUE(std::isnan(j.expected_margin));
  EXPECT_TRUE(std::isnan(j.expected_logit_margin));
  EXPECT_TRUE(std::isnan(j.candidate_expected));
  EXPECT_DOUBLE_EQ(j.reference_expected, 1);
  const Judgement other = MeasureOne({kNan, kNan, kNan}, {1, 0, 0}, {3, 1, 0}, 0);
  EXPECT_TRUE(std::isnan(other.reference_expected));
  EXPECT_DOUBLE_EQ(other.expected_margin, 1);
}

}  // namespace
}  // namespace latentfuzz
