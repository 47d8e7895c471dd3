#include "latentfuzz/harness/campaign_setup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/toy_models.h"

namespace latentfuzz {
namespace {

class CampaignSetupTest : public ::testing::Test {
 protected:
  std::vector<std::string> Objectives(const char* strategy, const Target& target) {
    const CampaignOptions options =
        toy::MakeOptions(directory_.path() / std::to_string(++corpora_), 100, strategy);
    const CampaignSetup setup = SetUpCampaign(options, target);
    const auto objectives = setup.strategy->objectives();
    return {objectives.begin(), objectives.end()};
  }

  samples::TemporaryDirectory directory_;
  int corpora_ = 0;
};

TEST_F(CampaignSetupTest, GenaiMinimisesTheMarginOfTheExpectedLabelOfASingleClassifier) {
  EXPECT_THAT(Objectives("genai", toy::MakeSingle(0.05)), testing::ElementsAre("expected_margin"));
  EXPECT_THAT(Objectives("genai", toy::MakePair(0.05)), testing::ElementsAre("margin"));
}

TEST_F(CampaignSetupTest, AClassifierOfAnotherSizeNeedsAResizeRule) {
  const auto classifier = [](Resize rule) {
    ModelCard card = toy::ClassifierCard(2);
    card.source = "net.card.toml";
    card.image.shape = ImageShape{1, 2, 2};
    card.image.resize = rule;
    return MakeCallableClassifier("small", "1", card, [](const ImageBatch& images) {
      EXPECT_EQ(images.shape, (ImageShape{1, 2, 2}));
      return ScoreBatch{ScoreKind::kLogits, 2, std::vector<float>(2 * images.size())};
    });
  };
  const auto error = samples::ErrorOf(
      [&] { Target(toy::MakeGenerator(), toy::MakeThreshold(0.5), classifier(Resize::kNone)); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kSetup);
  EXPECT_THAT(error->what(), testing::HasSubstr("takes 1x2x2 images"));
  EXPECT_THAT(error->hint(), testing::HasSubstr("under [input] of net.card.toml"));
  const Target target(toy::MakeGenerator(), toy::MakeThreshold(0.5), classifier(Resize::kArea));
  const ImageBatch images = target.search().generator->Decode(LatentBatch(3, 2));
  EXPECT_EQ(target.search().candidate->Predict(images).size(), 3U);
}

TEST_F(CampaignSetupTest, WithoutANameTheTargetDecidesOnTheStrategy) {
  EXPECT_EQ(Objectives("", toy::MakeSingle(0.05)), Objectives("genai", toy::MakeSingle(0.05)));
  EXPECT_EQ(Objectives("", toy::MakePair(0.05)), Objectives("boundary", toy::MakePair(0.05)));
}

}  // namespace
}  // namespace latentfuzz
