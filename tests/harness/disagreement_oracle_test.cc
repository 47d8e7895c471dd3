#include "latentfuzz/harness/disagreement_oracle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "latentfuzz/base/rng.h"

namespace latentfuzz {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::vector<Judgement> Judge(double floor, ScoreBatch reference, ScoreBatch candidate) {
  const std::vector<int> unknown(reference.size(), kNoLabel);
  return DisagreementOracle(floor).Judge({{}, std::move(reference), std::move(candidate), unknown});
}

ScoreBatch Probabilities(std::vector<float> values, std::size_t classes) {
  return {ScoreKind::kProbabilities, classes, std::move(values)};
}

Judgement JudgeOne(double floor, std::vector<float> p, std::vector<float> q) {
  const std::size_t classes = p.size();
  return Judge(floor, Probabilities(std::move(p), classes),
               Probabilities(std::move(q), classes))[0];
}

TEST(DisagreementOracle, EqualLabelsAgreeHoweverSmallTheGap) {
  EXPECT_EQ(JudgeOne(0.9, {0.5F, 0.5F}, {0.75F, 0.25F}).signature.ToString(), "agree-0-0");
}

TEST(DisagreementOracle, DifferentLabelsBeyondTheFloorDisagree) {
  const Judgement j = JudgeOne(0.25, {0.75F, 0.25F}, {0.25F, 0.75F});
  EXPECT_EQ(j.signature.ToString(), "disagree-0-1");
  EXPECT_DOUBLE_EQ(j.reference_margin, 0.5);
  EXPECT_DOUBLE_EQ(j.candidate_margin, 0.5);
  EXPECT_DOUBLE_EQ(j.divergence, std::sqrt(0.5));
}

TEST(DisagreementOracle, GapExactlyAtTheFloorIsATie) {
  EXPECT_EQ(JudgeOne(0.5, {0.75F, 0.25F}, {0, 1}).signature.verdict, Verdict::kTie);
  EXPECT_EQ(JudgeOne(0.5, {1, 0}, {0.25F, 0.75F}).signature.verdict, Verdict::kTie);
  const double below = std::nextafter(0.5, 0);
  EXPECT_EQ(JudgeOne(below, {0.75F, 0.25F}, {0, 1}).signature.verdict, Verdict::kDisagree);
}

TEST(DisagreementOracle, ScoresThatAreNotFiniteComeBeforeEveryOtherVerdict) {
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

TEST(DisagreementOracle, JudgesEachRowAlone) {
  const auto rows =
      Judge(0, Probabilities({1, 0, 0, 1, kNan, 0}, 2), Probabilities({1, 0, 1, 0, 1, 0}, 2));
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].signature.ToString(), "agree-0-0");
  EXPECT_EQ(rows[1].signature.ToString(), "disagree-1-0");
  EXPECT_EQ(rows[2].signature.ToString(), "nonfinite-x-0");
}

TEST(DisagreementOracle, DivergenceReachesFromZeroToTheSquareRootOfTwo) {
  EXPECT_DOUBLE_EQ(JudgeOne(0, {1, 0, 0}, {1, 0, 0}).divergence, 0);
  EXPECT_DOUBLE_EQ(JudgeOne(0, {1, 0, 0}, {0, 0, 1}).divergence, std::sqrt(2.0));
}

// The same net exported with and without its softmax must be judged alike.
TEST(DisagreementOracle, LogitsAndProbabilitiesOfOneNetAreJudgedAlike) {
  Rng rng(3, StreamPurpose::kTest);
  ScoreBatch reference{ScoreKind::kLogits, 5, {}}, candidate = reference;
  for (int i = 0; i < 2000; ++i) {
    reference.values.push_back(static_cast<float>(4 * rng.Normal()));
    candidate.values.push_back(reference.values.back() + static_cast<float>(rng.Normal()));
  }
  const auto logits = Judge(1e-3, reference, candidate);
  const auto probabilities = Judge(1e-3, ToProbabilities(reference), ToProbabilities(candidate));
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

// What was expected is told beside the verdict, and changes none.
TEST(DisagreementOracle, ExpectedLabelsChangeNoVerdict) {
  const EvaluatedBatch batch{{},
                             Probabilities({0.75F, 0.25F, 0.75F, 0.25F}, 2),
                             Probabilities({0.75F, 0.25F, 0.25F, 0.75F}, 2),
                             {1, 1}};
  const auto rows = DisagreementOracle(0).Judge(batch);
  EXPECT_EQ(rows[0].signature.ToString(), "agree-0-0");
  EXPECT_EQ(rows[1].signature.ToString(), "disagree-0-1");
  EXPECT_EQ(rows[0].expected, 1);
  EXPECT_DOUBLE_EQ(rows[0].expected_margin, -0.5);
  EXPECT_DOUBLE_EQ(rows[1].expected_margin, 0.5);
}

}  // namespace
}  // namespace latentfuzz
