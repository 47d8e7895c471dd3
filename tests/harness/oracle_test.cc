#include "latentfuzz/harness/oracle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "latentfuzz/base/rng.h"

namespace latentfuzz {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

ScoreBatch Probabilities(std::vector<float> values, std::size_t classes) {
  return {ScoreKind::kProbabilities, classes, std::move(values)};
}

Judgement JudgeOne(double floor, std::vector<float> p, std::vector<float> q) {
  const std::size_t classes = p.size();
  return DisagreementOracle(floor).Judge(Probabilities(std::move(p), classes),
                                         Probabilities(std::move(q), classes))[0];
}

TEST(Oracle, EqualLabelsAgreeHoweverSmallTheGap) {
  EXPECT_EQ(JudgeOne(0.9, {0.5F, 0.5F}, {0.75F, 0.25F}).signature.ToString(), "agree-0-0");
}

TEST(Oracle, DifferentLabelsBeyondTheFloorDisagree) {
  const Judgement j = JudgeOne(0.25, {0.75F, 0.25F}, {0.25F, 0.75F});
  EXPECT_EQ(j.signature.ToString(), "disagree-0-1");
  EXPECT_DOUBLE_EQ(j.reference_margin, 0.5);
  EXPECT_DOUBLE_EQ(j.candidate_margin, 0.5);
  EXPECT_DOUBLE_EQ(j.divergence, std::sqrt(0.5));
}

TEST(Oracle, GapExactlyAtTheFloorIsATie) {
  EXPECT_EQ(JudgeOne(0.5, {0.75F, 0.25F}, {0, 1}).signature.verdict, Verdict::kTie);
  EXPECT_EQ(JudgeOne(0.5, {1, 0}, {0.25F, 0.75F}).signature.verdict, Verdict::kTie);
  const double below = std::nextafter(0.5, 0);
  EXPECT_EQ(JudgeOne(below, {0.75F, 0.25F}, {0, 1}).signature.verdict, Verdict::kDisagree);
}

TEST(Oracle, ScoresThatAreNotFiniteComeBeforeEveryOtherVerdict) {
  for (const float bad : {kNan, kInfinity, -kInfinity}) {
    const Judgement reference = JudgeOne(1, {bad, 0.5F}, {0.25F, 0.75F});
    EXPECT_EQ(reference.signature.ToString(), "nonfinite-x-1");
    EXPECT_TRUE(std::isnan(reference.divergence));
    EXPECT_TRUE(std::isnan(reference.reference_margin));
    EXPECT_DOUBLE_EQ(reference.candidate_margin, 0.5);
    EXPECT_EQ(JudgeOne(1, {0.75F, 0.25F}, {0.5F, bad}).signature.ToString(), "nonfinite-0-x");
    EXPECT_EQ(JudgeOne(1, {bad, bad}, {bad, bad}).signature.ToString(), "nonfinite-x-x");
  }
}

TEST(Oracle, JudgesEachRowAlone) {
  const auto rows = DisagreementOracle(0).Judge(Probabilities({1, 0, 0, 1, kNan, 0}, 2),
                                                Probabilities({1, 0, 1, 0, 1, 0}, 2));
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].signature.ToString(), "agree-0-0");
  EXPECT_EQ(rows[1].signature.ToString(), "disagree-1-0");
  EXPECT_EQ(rows[2].signature.ToString(), "nonfinite-x-0");
}

TEST(Oracle, DivergenceReachesFromZeroToTheSquareRootOfTwo) {
  EXPECT_DOUBLE_EQ(JudgeOne(0, {1, 0, 0}, {1, 0, 0}).divergence, 0);
  EXPECT_DOUBLE_EQ(JudgeOne(0, {1, 0, 0}, {0, 0, 1}).divergence, std::sqrt(2.0));
}

// The same net exported with and without its softmax must be judged alike.
TEST(Oracle, LogitsAndProbabilitiesOfOneNetAreJudgedAlike) {
  Rng rng(3, StreamPurpose::kTest);
  ScoreBatch reference{ScoreKind::kLogits, 5, {}}, candidate = reference;
  for (int i = 0; i < 2000; ++i) {
    reference.values.push_back(static_cast<float>(4 * rng.Normal()));
    candidate.values.push_back(reference.values.back() + static_cast<float>(rng.Normal()));
  }
  const DisagreementOracle oracle(1e-3);
  const auto logits = oracle.Judge(reference, candidate);
  const auto probabilities = oracle.Judge(ToProbabilities(reference), ToProbabilities(candidate));
  std::size_t disagreeing = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    EXPECT_EQ(logits[i].signature, probabilities[i].signature) << i;
    EXPECT_NEAR(logits[i].divergence, probabilities[i].divergence, 1e-6) << i;
    EXPECT_NEAR(logits[i].reference_margin, probabilities[i].reference_margin, 1e-6) << i;
    disagreeing += logits[i].signature.verdict == Verdict::kDisagree;
  }
  EXPECT_GT(disagreeing, 10U);
  EXPECT_LT(disagreeing, 390U);
}

TEST(Oracle, TopTwoGapByHand) {
  EXPECT_DOUBLE_EQ(TopTwoGap(std::vector<float>{0.125F, 0.625F, 0.25F}), 0.375);
  EXPECT_DOUBLE_EQ(TopTwoGap(std::vector<float>{0.5F, 0.5F, 0}), 0);
  EXPECT_TRUE(std::isnan(TopTwoGap(std::vector<float>{kNan, kNan})));
}

}  // namespace
}  // namespace latentfuzz
