#include "latentfuzz/harness/report.h"

#include <gmock/gmock.h>

#include <cmath>

namespace latentfuzz {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

FindingSummary Coat() {
  FindingSummary finding;
  finding.id = "0123456789abcdef";
  finding.signature = {Verdict::kDisagree, 2, 4};
  finding.reference_name = "Pullover";
  finding.candidate_name = "Coat";
  finding.reference_confidence = 0.634;
  finding.candidate_confidence = 0.506;
  finding.divergence = 0.4236;
  finding.directory = "c/findings/open/disagree-2-4/0123456789abcdef";
  return finding;
}

CampaignResult Result() {
  CampaignResult result;
  result.evaluations = 2048;
  result.triggers = 40;
  result.near_copies = 37;
  result.ties = 2;
  result.confirmations = 3;
  result.confirmed = 1;
  result.findings = {Coat()};
  result.mutators["sbx"] = {1500, 30, 1, 1};
  result.seconds = 2;
  result.search_seconds = 1;
  result.corpus = "c";
  result.contact_sheet = "c/contact-sheet.png";
  return result;
}

TEST(Report, FindingLine) {
  EXPECT_EQ(FindingLine(Coat()),
            "disagree-2-4     Pullover 63 % | Coat 51 %  divergence 0.424  "
            "c/findings/open/disagree-2-4/0123456789abcdef/image.png");
}

TEST(Report, FindingLineOfScoresThatAreNotFinite) {
  FindingSummary finding = Coat();
  finding.signature = {Verdict::kNonfinite, 2, -1};
  finding.candidate_name = "";
  finding.candidate_confidence = 0;
  finding.divergence = std::nan("");
  EXPECT_THAT(FindingLine(finding), HasSubstr("nonfinite-2-x    Pullover 63 % | not finite"));
}

TEST(Report, FindingLineOfASingleClassifier) {
  FindingSummary finding = Coat();
  finding.single = true;
  finding.signature = {Verdict::kWrongLabel, 2, 4};
  EXPECT_EQ(FindingLine(finding),
            "wrong_label-2-4  expected Pullover, candidate Coat 51 %  divergence 0.424  "
            "c/findings/open/disagree-2-4/0123456789abcdef/image.png");
}

TEST(Report, WhatCouldNotBeJudgedIsTold) {
  CampaignResult result = Result();
  EXPECT_THAT(ReportText(result, {}, false), Not(HasSubstr("unjudged")));
  result.unjudged = 1048;
  const std::string text = ReportText(result, {}, false);
  EXPECT_THAT(text, HasSubstr("  unjudged    1048: no label was expected of them"));
  EXPECT_THAT(text, HasSubstr("rate 4.000 %")) << "40 of 1000";
}

TEST(Report, WhatAnIndependentJudgeSays) {
  CampaignResult result = Result();
  EXPECT_THAT(ReportText(result, {}, false), Not(HasSubstr("judge")));
  result.judged = {.judge = "zoo:mnist-mlp", .judged = 50, .confirmed = 20};
  EXPECT_THAT(
      ReportText(result, {}, false),
      HasSubstr("  judge       zoo:mnist-mlp gives the expected label to 20 of 50 findings: "
                "40.0 %, 95 % interval [27.6, 53.8] %\n"));
  result.judged = {.judge = "zoo:mnist-mlp"};
  EXPECT_THAT(ReportText(result, {}, false),
              HasSubstr("zoo:mnist-mlp: no label is expected of any finding"));
}

TEST(Report, FiguresOfTheStrategy) {
  CampaignResult result = Result();
  result.figures = {{"viable_seeds", 93}, {"mean_generations", 12.25}};
  result.stop = StopReason::kDone;
  const std::string text = ReportText(result, {}, false);
  EXPECT_THAT(text, HasSubstr("  viable_seeds                93\n"));
  EXPECT_THAT(text, HasSubstr("  mean_generations         12.25\n"));
  EXPECT_THAT(text, HasSubstr("; done: nothing is left to try\n"));
}

TEST(Report, DiversityIsShownWhereThereIsAFigure) {
  CampaignResult result = Result();
  EXPECT_THAT(ReportText(result, {}, false), Not(HasSubstr("diversity")));
  result.geometric_diversity = -7.25;
  EXPECT_THAT(ReportText(result, {}, false),
              HasSubstr("  diversity   -7.2 (log volume of 20 findings, by pixels)\n"));
}

TEST(Report, ReplayCommandIsQuotedForAShell) {
  EXPECT_EQ(ReplayCommand("/a/b-c_1.d"), "latentfuzz replay /a/b-c_1.d");
  EXPECT_EQ(ReplayCommand("/a b"), "latentfuzz replay '/a b'");
  EXPECT_EQ(ReplayCommand("/it's"), "latentfuzz replay '/it'\\''s'");
  EXPECT_EQ(ReplayCommand("/$HOME"), "latentfuzz replay '/$HOME'");
  EXPECT_THAT(ReplayCommand("corpus"),
              EndsWith((std::filesystem::current_path() / "corpus").string()));
}

// The whole text, as a user sees it.
TEST(Report, Text) {
  const std::string replay = ReplayCommand("c");
  EXPECT_EQ(
      ReportText(Result(), {}, true),
      "2048 evaluations in 2.0 s (2048/s while searching); evaluation budget spent\n"
      "  findings    1 in 1 signature\n"
      "  triggers    40, of which 37 near-copies; 2 ties not counted; rate 1.953 %, 95 % interval "
      "[1.438, 2.649] %\n"
      "  stability   33.3 % (1 of 3 confirmations held)\n"
      "  origin / mutator         evals  triggers  findings signatures\n"
      "  sbx                       1500        30         1          1\n"
      "  worst findings, one a signature:\n"
      "    disagree-2-4     Pullover 63 % | Coat 51 %  divergence 0.424  "
      "c/findings/open/disagree-2-4/0123456789abcdef/image.png\n"
      "  pictures    c/contact-sheet.png\n"
      "  replay      " +
          replay + "\nPASSED\n");
}

TEST(Report, FailedGatesReplaceThePass) {
  const std::string text = ReportText(Result(), {"findings 1 > --max-findings 0", "second"}, true);
  EXPECT_THAT(text, EndsWith("FAILED: findings 1 > --max-findings 0\nFAILED: second\n"));
  EXPECT_THAT(text, Not(HasSubstr("PASSED")));
}

TEST(Report, AnInterruptedCampaignHasNotPassed) {
  CampaignResult result = Result();
  result.stop = StopReason::kInterrupted;
  EXPECT_THAT(ReportText(result, {}, true), Not(HasSubstr("PASSED")));
  EXPECT_THAT(ReportText(result, {}, true), HasSubstr("state saved"));
}

TEST(Report, KnownFindingsAndDamageAreMentioned) {
  CampaignResult result = Result();
  result.known_findings = 5;
  result.damaged = 2;
  EXPECT_THAT(ReportText(result, {}, true),
              HasSubstr("1 in 1 signature; 5 more were known before"));
  EXPECT_THAT(ReportText(result, {}, true), HasSubstr("2 corpus files set aside"));
}

TEST(Report, OfNothing) {
  const std::string text = ReportText({}, {}, true);
  EXPECT_THAT(text, HasSubstr("0 evaluations"));
  EXPECT_THAT(text, Not(HasSubstr("worst findings")));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace latentfuzz
