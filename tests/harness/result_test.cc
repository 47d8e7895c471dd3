#include "latentfuzz/harness/result.h"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;

FindingSummary Found(const char* id, int candidate_label, double divergence) {
  FindingSummary finding;
  finding.id = id;
  finding.signature = {Verdict::kDisagree, 0, candidate_label};
  finding.divergence = divergence;
  return finding;
}

std::vector<std::string> Ids(const std::vector<FindingSummary>& findings) {
  std::vector<std::string> ids;
  for (const FindingSummary& finding : findings) ids.push_back(finding.id);
  return ids;
}

TEST(CampaignResult, WorstShowsEachSignatureBeforeASecondOfAny) {
  CampaignResult result;
  result.findings = {Found("a1", 1, 0.9), Found("a2", 1, 0.8), Found("a3", 1, 0.7),
                     Found("b1", 2, 0.1), Found("b2", 2, 0.05)};
  EXPECT_THAT(Ids(result.Worst(10)), ElementsAre("a1", "b1", "a2", "b2", "a3"));
  EXPECT_THAT(Ids(result.Worst(2)), ElementsAre("a1", "b1"));
  EXPECT_TRUE(result.Worst(0).empty());
}

TEST(CampaignResult, TypicalAllotsByTheNumberOfFindings) {
  CampaignResult result;
  for (const char* id : {"a1", "a2", "a3", "a4"}) {
    result.findings.push_back(Found(id, 1, 0.1));
  }
  result.findings.push_back(Found("b1", 2, 0.9));
  result.findings.push_back(Found("b2", 2, 0.8));
  // Turns: a 1/4, 2/4, 3/4, 4/4; b 1/2, 2/2. Equal turns go to the larger divergence.
  EXPECT_THAT(Ids(result.Typical(4)), ElementsAre("a1", "b1", "a2", "a3"));
  EXPECT_EQ(result.Typical(99).size(), 6U);
}

TEST(CampaignResult, StoredFailuresTriedAgainDoNotRaiseTheRate) {
  CampaignResult result;
  result.evaluations = 1100;
  result.triggers = 60;
  EXPECT_DOUBLE_EQ(result.TriggerRate().point, 60.0 / 1100);
  result.mutators["corpus"] = {100, 50, 0, 0};
  EXPECT_DOUBLE_EQ(result.TriggerRate().point, 10.0 / 1000);
}

// Evaluations of which no label was expected could not fail: they must not thin out the rate.
TEST(CampaignResult, TheRateLeavesOutWhatCouldNotBeJudged) {
  CampaignResult result;
  result.evaluations = 1000;
  result.unjudged = 600;
  result.triggers = 40;
  EXPECT_DOUBLE_EQ(result.TriggerRate().point, 0.1);
  result.mutators["corpus"] = {200, 20, 0, 0, 100};
  EXPECT_DOUBLE_EQ(result.TriggerRate().point, 20.0 / 300);
}

TEST(CampaignResult, WorstPutsWhatIsNotFiniteFirst) {
  CampaignResult result;
  result.findings = {Found("a", 1, 1.4), Found("nan", 2, std::nan("")), Found("b", 3, 0.5)};
  EXPECT_THAT(Ids(result.Worst(3)), ElementsAre("nan", "a", "b"));
}

TEST(CampaignResult, WorstKeepsTheOrderOfEquals) {
  CampaignResult result;
  result.findings = {Found("first", 1, 0.5), Found("second", 2, 0.5), Found("third", 3, 0.5)};
  EXPECT_THAT(Ids(result.Worst(3)), ElementsAre("first", "second", "third"));
}

TEST(CampaignResult, SignaturesAreCountedOnce) {
  CampaignResult result;
  result.findings = {Found("a", 1, 0), Found("b", 1, 0), Found("c", 2, 0)};
  result.known_signatures = {{Verdict::kDisagree, 0, 2}, {Verdict::kDisagree, 0, 3}};
  EXPECT_EQ(result.Signatures().size(), 2U);
  EXPECT_EQ(result.AllSignatures().size(), 3U);
}

TEST(CampaignResult, SharesOfNothingAreDefined) {
  const CampaignResult nothing;
  EXPECT_EQ(nothing.Stability(), 1);
  EXPECT_EQ(nothing.EvaluationsPerSecond(), 0);
  EXPECT_EQ(nothing.TriggerRate().high, 1);
}

TEST(StatsJson, HoldsEveryDocumentedKey) {
  CampaignResult result;
  result.seed = 18446744073709551615ULL;
  result.options_json = R"({"evals": 8})";
  result.evaluations = 8;
  result.triggers = 4;
  result.confirmations = 4;
  result.confirmed = 3;
  result.findings = {Found("a", 1, 0), Found("b", 1, 0)};
  result.near_copies = 1;
  result.geometric_diversity = -12.5;
  result.search_seconds = 2;
  result.seconds = 3;
  result.mutators["sbx"] = {5, 4, 3, 2};
  result.unjudged = 0;
  result.figures = {{"viable_seeds", 93}, {"generations", 2.5}};
  result.judged = {.judge = "zoo:mnist-mlp", .judged = 8, .confirmed = 2};
  result.stop = StopReason::kDone;
  const auto json = nlohmann::json::parse(StatsJson(result, 1));
  EXPECT_EQ(json.at("seed"), 18446744073709551615ULL);
  EXPECT_EQ(json.at("evaluations"), 8);
  EXPECT_EQ(json.at("triggers"), 4);
  EXPECT_EQ(json.at("findings"), 2);
  EXPECT_EQ(json.at("signatures"), 1);
  EXPECT_EQ(json.at("near_copies"), 1);
  EXPECT_EQ(json.at("confirmations"), 4);
  EXPECT_EQ(json.at("rate"), 0.5);
  EXPECT_GT(json.at("rate_upper95"), 0.5);
  EXPECT_EQ(json.at("stability"), 0.75);
  EXPECT_EQ(json.at("geometric_diversity"), -12.5);
  EXPECT_EQ(json.at("evals_per_second"), 4);
  EXPECT_EQ(json.at("seconds"), 3);
  EXPECT_EQ(json.at("exit"), 1);
  const auto& yield = json.at("mutators").at("sbx");
  EXPECT_EQ(yield.at("evals"), 5);
  EXPECT_EQ(yield.at("triggers"), 4);
  EXPECT_EQ(yield.at("findings"), 3);
  EXPECT_EQ(yield.at("signatures"), 2);
  EXPECT_EQ(json.at("options").at("evals"), 8);
  EXPECT_EQ(json.at("unjudged"), 0);
  EXPECT_EQ(json.at("judge").at("model"), "zoo:mnist-mlp");
  EXPECT_EQ(json.at("judge").at("judged"), 8);
  EXPECT_EQ(json.at("judge").at("confirmed"), 2);
  EXPECT_EQ(json.at("judge").at("share"), 0.25);
  EXPECT_LT(json.at("judge").at("share_lower95"), 0.25);
  EXPECT_EQ(json.at("figures"), nlohmann::json({{"viable_seeds", 93.0}, {"generations", 2.5}}));
  EXPECT_EQ(json.at("stop"), "done");
}

TEST(StatsJson, OfACampaignThatDidNothingIsStillJson) {
  CampaignResult result;
  result.options_json = "{}";
  const auto json = nlohmann::json::parse(StatsJson(result, 0));
  EXPECT_EQ(json.at("rate"), 0);
  EXPECT_EQ(json.at("rate_upper95"), 1);
  EXPECT_FALSE(json.contains("geometric_diversity"));
  EXPECT_FALSE(json.contains("judge"));
  EXPECT_TRUE(json.at("mutators").is_object());
  EXPECT_TRUE(json.at("figures").is_object());
}

}  // namespace
}  // namespace latentfuzz
