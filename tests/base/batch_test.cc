#include "latentfuzz/base/batch.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;

TEST(LatentBatch, SliceKeepsRowsAndLabels) {
  LatentBatch batch;
  batch.Append(std::vector<float>{1, 2}, 7);
  batch.Append(std::vector<float>{3, 4}, 8);
  batch.Append(std::vector<float>{5, 6}, 9);
  const LatentBatch slice = batch.Slice(1, 2);
  EXPECT_THAT(slice.values, ElementsAre(3, 4, 5, 6));
  EXPECT_THAT(slice.labels, ElementsAre(8, 9));
}

TEST(ArgMax, FirstOfEqualScoresWins) { EXPECT_EQ(ArgMax(std::vector<float>{1, 3, 3}), 1); }

TEST(ArgMax, NanNeverWins) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(ArgMax(std::vector<float>{nan, -2, -1}), 2);
  EXPECT_EQ(ArgMax(std::vector<float>{1, nan, 0}), 0);
}

TEST(ToProbabilities, SoftmaxOfLogitsWorkedByHand) {
  const ScoreBatch scores{ScoreKind::kLogits, 2, {0, std::log(3.F), 1000, 1000}};
  EXPECT_THAT(ToProbabilities(scores).values,
              ElementsAre(FloatNear(0.25F, 1e-6F), FloatNear(0.75F, 1e-6F), 0.5F, 0.5F));
}

TEST(ToProbabilities, ProbabilitiesAreRescaledNotSoftmaxedTwice) {
  const ScoreBatch scores{ScoreKind::kProbabilities, 2, {0.2F, 0.6F}};
  EXPECT_THAT(ToProbabilities(scores).values,
              ElementsAre(FloatNear(0.25F, 1e-6F), FloatNear(0.75F, 1e-6F)));
}

TEST(ToProbabilities, NonFiniteRowBecomesNan) {
  const ScoreBatch scores{ScoreKind::kLogits, 2, {std::numeric_limits<float>::infinity(), 0, 1, 1}};
  const ScoreBatch probabilities = ToProbabilities(scores);
  EXPECT_TRUE(std::isnan(probabilities.row(0)[0]));
  EXPECT_TRUE(std::isnan(probabilities.row(0)[1]));
  EXPECT_EQ(probabilities.row(1)[0], 0.5F);
}

}  // namespace
}  // namespace latentfuzz
