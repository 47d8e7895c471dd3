#include "latentfuzz/harness/preflight.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/toy_models.h"

namespace latentfuzz {
namespace {

using ::testing::HasSubstr;

std::shared_ptr<Classifier> Constant(float first, float second, const std::string& name) {
  return toy::MakeFunction(name, [first, second](const ImageBatch& images) {
    ScoreBatch scores{ScoreKind::kLogits, 2, {}};
    for (std::size_t i = 0; i < images.size(); ++i) {
      scores.values.insert(scores.values.end(), {first, second});
    }
    return scores;
  });
}

Target PairOf(std::shared_ptr<Classifier> candidate) {
  return {toy::MakeGenerator(), toy::MakeThreshold(0.5), std::move(candidate)};
}

std::optional<Error> Relate(const Target& target, std::optional<double> min_agreement = {}) {
  const Preflight preflight = RunPreflight(target, nullptr, 1, 32);
  return samples::ErrorOf([&] { RequireUsable(preflight, 2, min_agreement); });
}

TEST(Preflight, AUsablePairPasses) {
  const Preflight preflight = RunPreflight(toy::MakePair(0.01), nullptr, 1, 32);
  EXPECT_EQ(preflight.images, 256U);
  EXPECT_FALSE(preflight.real_images);
  EXPECT_GT(preflight.agreement, 0.9);
  EXPECT_LT(preflight.agreement, 1);
  EXPECT_FALSE(preflight.reference_accuracy);
  EXPECT_EQ(preflight.nonfinite, 0U);
  EXPECT_NO_THROW(RequireUsable(preflight, 2, std::nullopt));
}

TEST(Preflight, AnUnrelatedPairIsRefused) {
  const auto error = Relate(PairOf(Constant(1, 0, "constant")));
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kSetup);
  EXPECT_THAT(error->what(), HasSubstr("unrelated"));
  EXPECT_FALSE(error->hint().empty());
}

TEST(Preflight, AModelWithActiveDropoutIsRefused) {
  // The same image gets another answer with every call.
  auto calls = std::make_shared<int>(0);
  const auto noisy = toy::MakeFunction("noisy", [calls](const ImageBatch& images) {
    ScoreBatch scores{ScoreKind::kLogits, 2, {}};
    const float shift = ++*calls % 2 == 0 ? 0.6F : -0.6F;
    for (std::size_t i = 0; i < images.size(); ++i) {
      scores.values.insert(scores.values.end(), {0, 20 * (images.image(i)[0] - 0.5F) + shift});
    }
    return scores;
  });
  const auto error = Relate(PairOf(noisy), 0.1);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kSetup);
  EXPECT_THAT(error->what(), HasSubstr("the candidate is not deterministic"));
}

TEST(Preflight, LogitsDeclaredAsProbabilitiesAreRefused) {
  auto lying = MakeCallableClassifier(
      "lying", "1", toy::ClassifierCard(2, ScoreKind::kProbabilities),
      [](const ImageBatch& images) {
        ScoreBatch scores{ScoreKind::kProbabilities, 2, {}};
        for (std::size_t i = 0; i < images.size(); ++i) {
          scores.values.insert(scores.values.end(), {0, 20 * (images.image(i)[0] - 0.5F)});
        }
        return scores;
      });
  const auto error = Relate(PairOf(std::move(lying)), 0.1);
  ASSERT_TRUE(error);
  EXPECT_THAT(error->hint(), HasSubstr("logits"));
}

TEST(Preflight, LabelsThatTheClassifiersDoNotHaveAreRefused) {
  LabelledImages real{ImageBatch(2, toy::kShape), {0, 2}};
  const auto error = samples::ErrorOf([&] { RunPreflight(toy::MakePair(0.01), &real, 1, 32); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kData);
  EXPECT_THAT(error->what(), HasSubstr("image 1 has label 2"));
}

TEST(Target, OtherClassNamesAreRefused) {
  const auto named = [](std::vector<std::string> names) {
    ModelCard card = toy::ClassifierCard(2);
    card.classes = std::move(names);
    return MakeCallableClassifier("named", "1", card, [](const ImageBatch& images) {
      return ScoreBatch{ScoreKind::kLogits, 2, std::vector<float>(2 * images.size())};
    });
  };
  const auto pair = [&](std::vector<std::string> a, std::vector<std::string> b) {
    return samples::ErrorOf([&] { Target(toy::MakeGenerator(), named(a), named(b)); });
  };
  const auto error = pair({"cat", "dog"}, {"dog", "cat"});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kSetup);
  EXPECT_THAT(error->what(), HasSubstr("class 0 is \"cat\""));
  EXPECT_FALSE(pair({"cat", "dog"}, {"cat", "dog"}));
  EXPECT_FALSE(pair({"cat", "dog"}, {"0", "1"})) << "a card without names has numbers";
}

TEST(Preflight, TheRequirementCanBeLowered) {
  EXPECT_FALSE(Relate(PairOf(Constant(1, 0, "constant")), 0.1));
  EXPECT_TRUE(Relate(toy::MakePair(0.01), 1.0));
}

TEST(Preflight, AModelThatGivesNothingFiniteIsRefused) {
  for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
    const auto error = Relate(PairOf(Constant(bad, 0, "broken")));
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind(), ErrorKind::kSetup);
    EXPECT_THAT(error->what(), HasSubstr("NaN"));
  }
  // Even where no agreement is asked for.
  EXPECT_TRUE(Relate(PairOf(Constant(std::nanf(""), 0, "broken")), 0.0));
}

TEST(Preflight, MeasuresAccuracyOnRealImages) {
  LabelledImages real;
  real.images = ImageBatch(4, toy::kShape);
  real.labels = {0, 0, 0, 1};
  real.images.image(3)[0] = 0.9F;   // class 1 for both
  real.images.image(2)[0] = 0.55F;  // class 1 for the reference only
  const Preflight preflight = RunPreflight(toy::MakePair(0.1), &real, 1, 8);
  EXPECT_TRUE(preflight.real_images);
  EXPECT_EQ(preflight.images, 4U);
  EXPECT_EQ(preflight.agreement, 0.75);
  EXPECT_EQ(preflight.reference_accuracy, 0.75);
  EXPECT_EQ(preflight.candidate_accuracy, 1.0);
}

// A model whose first score depends on the size of the batch it came in.
TEST(Preflight, MeasuresTheNoiseOfBatchSizes) {
  const auto noisy = toy::MakeFunction("noisy", [](const ImageBatch& images) {
    ScoreBatch scores{ScoreKind::kLogits, 2, {}};
    const float first = images.size() == 1 ? std::log(3.0F) : 0;  // probability 3/4 or 1/2
    for (std::size_t i = 0; i < images.size(); ++i) {
      scores.values.insert(scores.values.end(), {first, 0});
    }
    return scores;
  });
  const Preflight preflight = RunPreflight(PairOf(noisy), nullptr, 1, 32);
  EXPECT_EQ(preflight.reference_noise, 0);
  EXPECT_NEAR(preflight.candidate_noise, 0.25, 1e-6);
  EXPECT_NEAR(NoiseFloor(preflight), 1, 1e-5);
}

TEST(Preflight, OfASingleClassifierTheAccuracyCounts) {
  LabelledImages real;
  real.images = ImageBatch(4, toy::kShape);
  real.labels = {0, 0, 1, 1};
  real.images.image(3)[0] = 0.9F;
  const Target single(toy::MakeGenerator(), toy::MakeThreshold(0.5));
  const Preflight preflight = RunPreflight(single, &real, 1, 8);
  EXPECT_TRUE(preflight.single);
  EXPECT_EQ(preflight.judged, 4U);
  EXPECT_EQ(preflight.agreement, 0.75);
  EXPECT_EQ(preflight.candidate_accuracy, 0.75);
  EXPECT_FALSE(preflight.reference_accuracy);
  EXPECT_EQ(preflight.reference_noise, 0);
  EXPECT_NO_THROW(RequireUsable(preflight, 2, std::nullopt));
}

// Without real images the labels asked of a conditional generator do.
TEST(Preflight, ASingleClassifierOnAConditionalGenerator) {
  const Preflight preflight = RunPreflight(toy::MakeSingle(0.05), nullptr, 1, 32);
  EXPECT_FALSE(preflight.real_images);
  EXPECT_EQ(preflight.judged, 256U);
  // Wrong where the label is 1 and |z| < 0.4, of which the chance is 0.155.
  EXPECT_NEAR(preflight.agreement, 1 - 0.155, 0.06);
}

TEST(Preflight, AClassifierHardlyBetterThanAGuessIsRefused) {
  const auto error = Relate({toy::MakeConditionalGenerator(), Constant(1, 0, "constant")});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kSetup);
  EXPECT_THAT(error->what(), HasSubstr("unusable: it is right on 50.0 %"));
  EXPECT_THAT(error->what(), HasSubstr("chance is 50.0 %"));
  EXPECT_FALSE(error->hint().empty());
  EXPECT_FALSE(Relate({toy::MakeConditionalGenerator(), Constant(1, 0, "constant")}, 0.5));
}

TEST(Preflight, WithoutAnyExpectedLabelNothingCanBeJudged) {
  const Target target(toy::MakeGenerator(), toy::MakeThreshold(0.5));
  const auto error = Relate(target, 0.0);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kSetup);
  EXPECT_THAT(error->hint(), HasSubstr("--labels"));
}

TEST(Preflight, ASingleClassifierThatGivesNothingFiniteIsRefused) {
  const auto error =
      Relate({toy::MakeConditionalGenerator(), Constant(std::nanf(""), 0, "broken")}, 0.0);
  ASSERT_TRUE(error);
  EXPECT_THAT(error->what(), HasSubstr("NaN"));
}

TEST(Target, ASingleClassifierIsHeldAgainstTheExpectedLabel) {
  const Target pair = toy::MakePair(0.1);
  const Target single = toy::MakeSingle(0.1);
  EXPECT_FALSE(pair.single());
  EXPECT_EQ(pair.oracle(), "disagreement");
  EXPECT_EQ(pair.search().classifiers().size(), 2U);
  EXPECT_TRUE(single.single());
  EXPECT_EQ(single.search().classifiers().size(), 1U);
  const TargetIdentity identity = single.Identity();
  EXPECT_EQ(identity.oracle, "wrong_label");
  EXPECT_EQ(identity.reference, "");
  EXPECT_NE(identity.candidate, "");
}

// Its label is the reference: it must mean what the classifier's means.
TEST(Target, OtherClassesOfTheGeneratorAreRefused) {
  const auto error = samples::ErrorOf([] {
    ModelCard card = toy::ClassifierCard(2);
    card.classes = {"cat", "dog"};
    Target(toy::MakeConditionalGenerator(),
           MakeCallableClassifier("pets", "1", card, [](const ImageBatch& images) {
             return ScoreBatch{ScoreKind::kLogits, 2, std::vector<float>(2 * images.size())};
           }));
  });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kSetup);
  EXPECT_THAT(error->what(), HasSubstr("toy:conditional"));
}

TEST(Preflight, TheNoiseFloorIsNeverZero) { EXPECT_EQ(NoiseFloor({}), 1e-6); }

TEST(Preflight, PriorDrawsFollowTheCard) {
  ModelCard card;
  card.latent_size = 3;
  card.prior = LatentPrior::kUniform;
  card.latent_low = 2;
  card.latent_high = 3;
  card.latent_classes = {"a", "b"};
  const LatentBatch draws = DrawPrior(card, 5, 1);
  EXPECT_THAT(draws.labels, ::testing::ElementsAre(0, 1, 0, 1, 0));
  for (const float z : draws.values) {
    EXPECT_GE(z, 2);
    EXPECT_LE(z, 3);
  }
  EXPECT_EQ(draws.values, DrawPrior(card, 5, 1).values);
  EXPECT_NE(draws.values, DrawPrior(card, 5, 2).values);
  card.latent_classes.clear();
  EXPECT_THAT(DrawPrior(card, 2, 1).labels, ::testing::Each(kNoLabel));
}

}  // namespace
}  // namespace latentfuzz
