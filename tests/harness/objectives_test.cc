#include "latentfuzz/harness/objectives.h"

#include <gmock/gmock.h>

#include <cmath>

#include "latentfuzz/tests/corpus/samples.h"

namespace latentfuzz {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

std::vector<double> Scores(const char* name, std::vector<Judgement> judgements) {
  return MakeObjective(name)->Score(ImageBatch(judgements.size(), {1, 1, 1}), judgements);
}

Judgement Judged(int reference, int candidate, double divergence) {
  Judgement j;
  j.signature = {reference == candidate ? Verdict::kAgree : Verdict::kDisagree, reference,
                 candidate};
  j.divergence = divergence;
  return j;
}

TEST(Objectives, DivergenceByHand) {
  EXPECT_THAT(Scores("divergence", {Judged(1, 1, 0.25), Judged(1, 2, 0.25), Judged(0, 0, 0)}),
              ElementsAre(-0.25, -1.25, 0));
}

// Of equal labels among C classes the distance is below sqrt(1 - 1/C).
TEST(Objectives, DivergenceRanksEveryDisagreementBeforeEveryAgreement) {
  const auto scores = Scores("divergence", {Judged(1, 1, 0.999), Judged(1, 2, 0)});
  EXPECT_LT(scores[1], scores[0]);
}

TEST(Objectives, DivergenceHasNoValueWhereAScoreIsNotFinite) {
  EXPECT_TRUE(std::isnan(Scores("divergence", {Judged(-1, 2, std::nan(""))})[0]));
}

TEST(Objectives, MarginIsTheSmallerOne) {
  Judgement j;
  j.reference_margin = 0.5;
  j.candidate_margin = 0.125;
  EXPECT_THAT(Scores("margin", {j}), ElementsAre(0.125));
}

TEST(Objectives, EachClassifierHasAMarginOfItsOwn) {
  Judgement j, broken;
  j.reference_margin = 0.5;
  j.candidate_margin = 0.125;
  broken.reference_margin = std::nan("");
  broken.candidate_margin = 0.25;
  EXPECT_EQ(Scores("reference_margin", {j, broken})[0], 0.5);
  EXPECT_TRUE(std::isnan(Scores("reference_margin", {j, broken})[1]));
  EXPECT_THAT(Scores("candidate_margin", {j, broken}), ElementsAre(0.125, 0.25));
}

TEST(Objectives, ExpectedLabelsGiveOneObjectiveAQuantity) {
  Judgement j;
  j.expected_margin = -0.25;
  j.expected_logit_margin = -3;
  j.reference_expected = 0.75;
  j.candidate_expected = 0.125;
  EXPECT_THAT(Scores("expected_margin", {j}), ElementsAre(-0.25));
  EXPECT_THAT(Scores("expected_logit_margin", {j}), ElementsAre(-3));
  EXPECT_THAT(Scores("reference_expected", {j}), ElementsAre(0.75));
  EXPECT_THAT(Scores("candidate_expected", {j}), ElementsAre(0.125));
}

TEST(Objectives, MarginHasNoValueWhereEitherScoreIsNotFinite) {
  Judgement reference, candidate;
  reference.reference_margin = candidate.candidate_margin = std::nan("");
  reference.candidate_margin = candidate.reference_margin = 0.5;
  const auto scores = Scores("margin", {reference, candidate});
  EXPECT_TRUE(std::isnan(scores[0]));
  EXPECT_TRUE(std::isnan(scores[1]));
}

TEST(Objectives, DiversityLearnsTriggersAndIsSaved) {
  const auto diversity = MakeObjective("diversity");
  ImageBatch images(2, {1, 1, 2});
  images.values = {1, 0, 0.6F, 0.8F};
  const std::vector<Judgement> judgements(2);
  EXPECT_THAT(diversity->Score(images, judgements), ElementsAre(0, 0));
  diversity->Learn(images.image(0));
  EXPECT_THAT(diversity->Score(images, judgements),
              ElementsAre(DoubleNear(1, 1e-6), DoubleNear(0.6, 1e-6)));
  const auto loaded = MakeObjective("diversity");
  loaded->Load(diversity->Save());
  EXPECT_EQ(loaded->Score(images, judgements), diversity->Score(images, judgements));
}

TEST(Objectives, DiversityKnowsTheRealImages) {
  const auto diversity = MakeObjective("diversity");
  ImageBatch images(1, {1, 1, 2});
  images.values = {0.6F, 0.8F};
  diversity->Prepare(images);
  EXPECT_THAT(diversity->Score(images, std::vector<Judgement>(1)),
              ElementsAre(DoubleNear(1, 1e-6)));
}

// 60 real images at angles up to 0.6 rad: each lies within 0.01 rad of an earlier one or of the
// next. What lies far outside violates by what its cosine lacks.
TEST(Objectives, ImplausibilityIsTheDistanceFromRealImages) {
  const auto implausibility = MakeObjective("implausibility");
  ImageBatch real(60, {1, 1, 2});
  for (std::size_t i = 0; i < 60; ++i) {
    const float angle = 0.01F * static_cast<float>(i % 50);
    real.image(i)[0] = std::cos(angle);
    real.image(i)[1] = std::sin(angle);
  }
  ImageBatch images(3, {1, 1, 2});
  images.values = {1, 0, 0.9F, 0.2F, 0, 1};
  const std::vector<Judgement> judgements(3);
  EXPECT_THAT(implausibility->Score(images, judgements), ElementsAre(0, 0, 0)) << "no real images";
  implausibility->Prepare(real);
  const auto scores = implausibility->Score(images, judgements);
  EXPECT_NEAR(scores[0], 0, 1e-6);
  EXPECT_NEAR(scores[1], 0, 1e-4);
  EXPECT_NEAR(scores[2], 1 - std::sin(0.49), 1e-3);
}

TEST(Objectives, EveryRowOfTheTableCanBeMade) {
  for (const ObjectiveEntry& entry : ObjectiveTable()) {
    EXPECT_NE(MakeObjective(entry.name), nullptr) << entry.name;
    EXPECT_FALSE(entry.summary.empty());
  }
}

TEST(Objectives, UnknownNamesAreRefused) {
  const auto error = samples::ErrorOf([] { MakeObjective("beauty"); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kUsage);
}

}  // namespace
}  // namespace latentfuzz
