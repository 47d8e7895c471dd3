#include "latentfuzz/harness/gtest.h"

#include <gmock/gmock.h>

#include "latentfuzz/harness/report.h"
#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/script_models.h"

namespace latentfuzz {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class GtestMacros : public ::testing::Test {
 protected:
  GtestMacros()
      : options_(toy::WritePair(directory_.path(), 0.05)), result_(RunCampaign(options_)) {}

  samples::TemporaryDirectory directory_;
  CampaignOptions options_;
  CampaignResult result_;
};

TEST_F(GtestMacros, PassAtTheirThreshold) {
  ASSERT_FALSE(result_.findings.empty());
  ASSERT_TRIGGERS_LE(result_, result_.triggers);
  ASSERT_FINDINGS_LE(result_, result_.findings.size());
  ASSERT_SIGNATURES_LE(result_, 1);
  ASSERT_TRIGGER_RATE_LE(result_, result_.TriggerRate().high);
  ASSERT_NO_NEW_SIGNATURES(result_, result_);
  EXPECT_NO_NEW_SIGNATURES(result_, result_.Signatures());
}

TEST_F(GtestMacros, FailAboveIt) {
  const std::uint64_t triggers = result_.triggers - 1;
  const std::uint64_t findings = result_.findings.size() - 1;
  const double rate = result_.TriggerRate().high - 1e-6;
  const std::set<Signature> none;
  EXPECT_FALSE(gtest_internal::TriggersLe("r", "n", result_, triggers));
  EXPECT_FALSE(gtest_internal::FindingsLe("r", "n", result_, findings));
  EXPECT_FALSE(gtest_internal::SignaturesLe("r", "n", result_, 0));
  EXPECT_FALSE(gtest_internal::TriggerRateLe("r", "n", result_, rate));
  EXPECT_FALSE(gtest_internal::NoNewSignatures("r", "b", result_, none));
}

// What a reader of a CI log needs: value and threshold, seed, pictures, a line to replay the worst
// finding, and a test to paste.
TEST_F(GtestMacros, AFailureShowsTheEvidence) {
  const std::string text = gtest_internal::FindingsLe("result", "0", result_, 0).message();
  const FindingSummary worst = result_.Worst(1).front();
  const auto count = std::to_string(result_.findings.size());
  EXPECT_THAT(text, HasSubstr("findings of result: " + count + ", which is more than 0"));
  EXPECT_THAT(text, HasSubstr("seed: 1"));
  EXPECT_THAT(text, HasSubstr((worst.directory / "image.png").string()));
  EXPECT_THAT(text, HasSubstr(result_.contact_sheet.string()));
  EXPECT_THAT(text, HasSubstr(ReplayCommand(worst.directory)));
  EXPECT_THAT(text, AllOf(HasSubstr("TEST(LatentFuzzRegression, Disagree_1_0_" + worst.id + ")"),
                          HasSubstr("EXPECT_FINDING_GONE(\"" + worst.directory.string() + "\"")));
}

TEST_F(GtestMacros, NewSignaturesAreHeldAgainstACorpus) {
  const std::filesystem::path corpus = options_.corpora.front();
  // In its own corpus a signature is new once, in the session that finds it.
  EXPECT_FALSE(gtest_internal::NoNewSignatures("r", "b", result_, corpus));
  EXPECT_NO_NEW_SIGNATURES(RunCampaign(options_), corpus);
  // Elsewhere all that is stored is known, also what the very same campaign found there.
  CampaignOptions elsewhere = options_;
  elsewhere.corpora = {corpus.string() + "-2"};
  EXPECT_NO_NEW_SIGNATURES(RunCampaign(elsewhere), corpus);
  options_.seed = 2;
  const CampaignResult second = RunCampaign(options_);
  EXPECT_NO_NEW_SIGNATURES(second, corpus);
}

TEST_F(GtestMacros, FindingGone) {
  const std::filesystem::path folder = result_.findings.front().directory;
  const auto held = gtest_internal::FindingGone("f", "c", folder, "");
  EXPECT_FALSE(held);
  EXPECT_THAT(held.message(),
              AllOf(HasSubstr("disagree-1-0 still fails"), HasSubstr("bright"),
                    HasSubstr((folder / "image.png").string()), HasSubstr(ReplayCommand(folder))));
  const std::string mended = (directory_.path() / "mended.pt").string();
  toy::WriteThreshold(mended, 0.5);
  EXPECT_FINDING_GONE(folder, mended);
}

}  // namespace
}  // namespace latentfuzz
