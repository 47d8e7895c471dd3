#include "latentfuzz/harness/status_printer.h"

#include <gmock/gmock.h>

#include <sstream>

namespace latentfuzz {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

Progress At(std::uint64_t evaluations, double seconds = 0) {
  Progress progress;
  progress.evaluations = evaluations;
  progress.triggers = 40;
  progress.findings = 31;
  progress.signatures = 12;
  progress.evals_per_second = 3100.4;
  progress.session_seconds = seconds;
  return progress;
}

FindingSummary Found() {
  FindingSummary finding;
  finding.signature = {Verdict::kDisagree, 2, 4};
  finding.reference_name = "Pullover";
  finding.candidate_name = "Coat";
  return finding;
}

TEST(StatusPrinter, NewSignatureLine) {
  std::ostringstream out;
  StatusPrinter(out, false).OnFinding(Found(), true, {"sbx", "pcn"}, At(512));
  EXPECT_THAT(out.str(),
              MatchesRegex("#512      NEW    sig: 12 find: 31 trig: 40 exec/s: 3100 rss: [0-9]+Mb "
                           "MS: 2 sbx-pcn- disagree-2-4 \\(Pullover \\| Coat\\)\n"));
}

TEST(StatusPrinter, AKnownSignatureHasNoLine) {
  std::ostringstream out;
  StatusPrinter(out, false).OnFinding(Found(), false, {}, At(512));
  EXPECT_EQ(out.str(), "");
}

TEST(StatusPrinter, PulsesAtPowersOfTwo) {
  std::ostringstream out;
  StatusPrinter printer(out, false);
  for (std::uint64_t evaluations = 256; evaluations <= 2560; evaluations += 256) {
    printer.OnBatch(At(evaluations));
  }
  std::vector<std::string> pulses;
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) {
    EXPECT_THAT(line, HasSubstr("pulse"));
    pulses.push_back(line.substr(0, line.find(' ')));
  }
  EXPECT_THAT(pulses, ::testing::ElementsAre("#256", "#512", "#1024", "#2048"));
}

TEST(StatusPrinter, StartLines) {
  CampaignStart start;
  start.campaign = "cafe";
  start.resumed_at = 300;
  start.preflight.agreement = 0.987;
  start.preflight.judged = 300;
  start.preflight.real_images = true;
  start.preflight.reference_accuracy = 0.91;
  start.corpus_seeds = 5;
  start.known_findings = 6;
  start.warnings = {"set aside x: truncated"};
  std::ostringstream out;
  StatusPrinter(out, false).OnStart(start);
  EXPECT_THAT(out.str(), HasSubstr("INFO: campaign cafe, resumed at #300\n"));
  EXPECT_THAT(out.str(), HasSubstr("agrees on 98.7 % of 300 real images; accuracy of the reference "
                                   "91.0 %, of the candidate unknown\n"));
  EXPECT_THAT(out.str(), HasSubstr("5 corpus entries"));
  EXPECT_THAT(out.str(), HasSubstr("6 findings known\n"));
  EXPECT_THAT(out.str(), EndsWith("WARNING: set aside x: truncated\n"));
}

TEST(StatusPrinter, OfASingleClassifierTheAccuracyIsTold) {
  CampaignStart start;
  start.preflight.single = true;
  start.preflight.agreement = 0.912;
  start.preflight.judged = 300;
  start.preflight.real_images = true;
  std::ostringstream out;
  StatusPrinter(out, false).OnStart(start);
  EXPECT_THAT(out.str(), HasSubstr("INFO: the candidate is right on 91.2 % of 300 real images\n"));
  EXPECT_THAT(out.str(), Not(HasSubstr("pair")));
}

TEST(StatusPrinter, NoEscapesWithoutATerminal) {
  std::ostringstream out;
  {
    StatusPrinter printer(out, false);
    printer.OnStart({});
    printer.OnBatch(At(100, 1));
    printer.OnFinding(Found(), true, {}, At(200, 2));
  }
  EXPECT_THAT(out.str(), Not(HasSubstr("\x1b")));
  EXPECT_THAT(out.str(), Not(HasSubstr("\r")));
}

TEST(StatusPrinter, BarShowsProgressAndIsErasedAtTheEnd) {
  std::ostringstream out;
  {
    StatusPrinter printer(out, true);
    CampaignStart start;
    start.evals = 1000;
    printer.OnStart(start);
    printer.OnBatch(At(250, 1));
    EXPECT_THAT(out.str(), EndsWith("[=======                     ]  25 %  250 evals  31 findings  "
                                    "12 signatures  3100/s  3 s left"));
    printer.OnBatch(At(255, 1.01));  // too soon to be drawn again
    EXPECT_THAT(out.str(), Not(HasSubstr("255 evals")));
  }
  EXPECT_THAT(out.str(), EndsWith("\r\x1b[K"));
}

TEST(StatusPrinter, BarByTime) {
  std::ostringstream out;
  StatusPrinter printer(out, true);
  CampaignStart start;
  start.time = 10;
  printer.OnStart(start);
  printer.OnBatch(At(100, 5));
  EXPECT_THAT(out.str(), EndsWith("5 s left"));
  EXPECT_THAT(out.str(), HasSubstr(" 50 %"));
}

TEST(StatusPrinter, ResidentMemoryIsPlausible) {
  EXPECT_GT(ResidentMegabytes(), 1U);
  EXPECT_LT(ResidentMegabytes(), 100000U);
}

}  // namespace
}  // namespace latentfuzz
