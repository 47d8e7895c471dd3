#include "latentfuzz/harness/wrong_label_oracle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace latentfuzz {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Judgement JudgeOne(double floor, std::vector<float> q, int expected) {
  const std::size_t classes = q.size();
  return WrongLabelOracle(floor).Judge(
      {{}, {}, {ScoreKind::kProbabilities, classes, std::move(q)}, {expected}})[0];
}

TEST(WrongLabelOracle, TheExpectedLabelAgreesHoweverSmallTheGap) {
  EXPECT_EQ(JudgeOne(0.9, {0.25F, 0.375F, 0.375F}, 1).signature.ToString(), "agree-1-1");
}

TEST(WrongLabelOracle, AnotherLabelBeyondTheFloorIsWrong) {
  const Judgement j = JudgeOne(0.25, {0.75F, 0.25F}, 1);
  EXPECT_EQ(j.signature.ToString(), "wrong_label-1-0");
  EXPECT_TRUE(IsTrigger(j.signature.verdict));
  EXPECT_DOUBLE_EQ(j.expected_margin, -0.5);
  EXPECT_DOUBLE_EQ(j.reference_margin, 1);
  EXPECT_DOUBLE_EQ(j.candidate_margin, 0.5);
  EXPECT_DOUBLE_EQ(j.divergence, std::sqrt(2 * 0.75 * 0.75));
}

TEST(WrongLabelOracle, GapExactlyAtTheFloorIsATie) {
  EXPECT_EQ(JudgeOne(0.5, {0.75F, 0.25F}, 1).signature.verdict, Verdict::kTie);
  EXPECT_EQ(JudgeOne(std::nextafter(0.5, 0), {0.75F, 0.25F}, 1).signature.verdict,
            Verdict::kWrongLabel);
}

TEST(WrongLabelOracle, WhereNothingIsExpectedNothingIsWrong) {
  const Judgement j = JudgeOne(0, {0.75F, 0.25F}, kNoLabel);
  EXPECT_EQ(j.signature.ToString(), "agree-x-0");
  EXPECT_FALSE(IsTrigger(j.signature.verdict));
  EXPECT_TRUE(std::isnan(j.divergence)) << "it must not pass for right";
  EXPECT_DOUBLE_EQ(j.candidate_margin, 0.5);
}

TEST(WrongLabelOracle, ScoresThatAreNotFiniteComeBeforeEveryOtherVerdict) {
  for (const float bad : {kNan, kInfinity, -kInfinity}) {
    EXPECT_EQ(JudgeOne(1, {bad, 0.5F}, 1).signature.ToString(), "nonfinite-1-x");
    EXPECT_EQ(JudgeOne(1, {0.5F, bad}, kNoLabel).signature.ToString(), "nonfinite-x-x");
    EXPECT_TRUE(std::isnan(JudgeOne(1, {bad, 0.5F}, 1).divergence));
  }
}

TEST(WrongLabelOracle, JudgesEachRowAlone) {
  const ScoreBatch scores{ScoreKind::kLogits, 2, {3, 1, 3, 1, 3, 1, kNan, 1}};
  const auto rows = WrongLabelOracle(1e-6).Judge({{}, {}, scores, {0, 1, kNoLabel, 0}});
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0].signature.ToString(), "agree-0-0");
  EXPECT_EQ(rows[1].signature.ToString(), "wrong_label-1-0");
  EXPECT_EQ(rows[2].signature.ToString(), "agree-x-0");
  EXPECT_EQ(rows[3].signature.ToString(), "nonfinite-0-x");
  EXPECT_DOUBLE_EQ(rows[1].expected_logit_margin, -2);
}

}  // namespace
}  // namespace latentfuzz
