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

TEST_F(CampaignSetupTest, WithoutANameTheTargetDecidesOnTheStrategy) {
  EXPECT_EQ(Objectives("", toy::MakeSingle(0.05)), Objectives("genai", toy::MakeSingle(0.05)));
  EXPECT_EQ(Objectives("", toy::MakePair(0.05)), Objectives("boundary", toy::MakePair(0.05)));
}

}  // namespace
}  // namespace latentfuzz
