#include "latentfuzz/harness/independent_judge.h"

#include <gmock/gmock.h>

#include <fstream>

#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/campaign.h"
#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/script_models.h"
#include "latentfuzz/tests/harness/toy_models.h"

namespace latentfuzz {
namespace {

using ::testing::HasSubstr;

class IndependentJudgeTest : public ::testing::Test {
 protected:
  // A file of a classifier that says 1 of images brighter than `threshold`.
  std::string Judge(double threshold) {
    const auto path = folder_.path() / "judge.pt";
    toy::WriteThreshold(path, threshold);
    // Names its classes as those of toy_models.h do.
    std::string card = toy::ClassifierCardText();
    card.replace(card.find("dark"), 4, "class 0").replace(card.find("bright"), 6, "class 1");
    samples::WriteFile(DefaultCardPath(path), card);
    return path.string();
  }
  CampaignResult Run(const Target& target, const std::string& judge) {
    CampaignOptions options = toy::MakeOptions(folder_.path() / std::to_string(++corpora_), 400);
    options.judge = judge;
    return RunCampaign(options, target);
  }

  samples::TemporaryDirectory folder_;
  int corpora_ = 0;
  // Wrong where the label 1 is asked for and the image is hardly brighter than grey.
  Target single_ = toy::MakeSingle(0.05);
};

TEST_F(IndependentJudgeTest, ConfirmsFindingsThatShowWhatWasAskedFor) {
  const CampaignResult right = Run(single_, Judge(0.5));
  ASSERT_TRUE(right.judged);
  EXPECT_EQ(right.judged->judge, Judge(0.5));
  EXPECT_GT(right.judged->judged, 3U);
  EXPECT_EQ(right.judged->judged, right.findings.size());
  EXPECT_EQ(right.judged->confirmed, right.judged->judged);

  const CampaignResult stricter = Run(single_, Judge(0.525));
  EXPECT_EQ(stricter.judged->judged, right.judged->judged) << "the search is the same";
  EXPECT_EQ(stricter.campaign, right.campaign);
  EXPECT_GT(stricter.judged->confirmed, 0U);
  EXPECT_LT(stricter.judged->confirmed, stricter.judged->judged);
  EXPECT_EQ(Run(single_, Judge(0.9)).judged->confirmed, 0U);
}

TEST_F(IndependentJudgeTest, LabelsOfNoGeneratorAreExpectedOfNoFinding) {
  const CampaignResult result = Run(toy::MakePair(0.05), Judge(0.5));
  ASSERT_GT(result.findings.size(), 0U);
  EXPECT_EQ(result.judged->judged, 0U);
}

TEST_F(IndependentJudgeTest, NoneIsAsked) { EXPECT_FALSE(Run(single_, "").judged); }

TEST_F(IndependentJudgeTest, ADamagedPictureIsLeftOut) {
  CampaignResult result = Run(single_, Judge(0.5));
  std::ofstream(result.findings.front().directory / "image.png") << "no picture";
  CampaignOptions options = toy::MakeOptions(result.corpus, 400);
  options.judge = Judge(0.5);
  EXPECT_EQ(RunCampaign(options, single_).judged->judged, result.findings.size() - 1);
}

void ExpectRefused(const CampaignOptions& options, ErrorKind kind, const std::string& text) {
  try {
    OpenJudge(options, Target::Open(options));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    EXPECT_THAT(error.what(), HasSubstr(text));
    EXPECT_FALSE(error.hint().empty());
  }
}

TEST_F(IndependentJudgeTest, AJudgeMustBeIndependentAndFit) {
  CampaignOptions options = toy::WritePair(folder_.path(), 0.05);
  options.judge = options.reference;
  ExpectRefused(options, ErrorKind::kUsage, "is under test itself");
  options.judge = (folder_.path() / "three.pt").string();
  toy::WriteThreeClasses(options.judge);
  ExpectRefused(options, ErrorKind::kSetup, "class counts differ");
}

}  // namespace
}  // namespace latentfuzz
