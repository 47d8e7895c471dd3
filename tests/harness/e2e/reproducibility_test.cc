// One campaign run twice, interrupted, killed: always the same corpus.
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/tests/harness/e2e/program.h"

namespace latentfuzz::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr std::size_t kEvals = 2048;

class Reproducibility : public ::testing::Test {
 protected:
  fs::path At(const char* name) const { return directory_.path() / name; }
  std::vector<std::string> Arguments(const char* corpus) const {
    return ZooRun(At(corpus), {"--evals", std::to_string(kEvals), "--batch", "64", "--stats",
                               (At(corpus).string() + ".json")});
  }
  // What all other runs are held against; made once.
  static const std::map<std::string, std::string>& Uninterrupted() {
    static const auto files = [] {
      samples::TemporaryDirectory directory;
      EXPECT_EQ(Execute(ZooRun(directory.path() / "c",
                               {"--evals", std::to_string(kEvals), "--batch", "64"}))
                    .exit,
                0);
      return Lasting(directory.path() / "c");
    }();
    return files;
  }
  // Evaluations that the latest status line tells of.
  static std::size_t Evaluations(const std::string& err) {
    const auto at = err.rfind("\n#");
    return at == std::string::npos ? 0 : std::stoul(err.substr(at + 2));
  }
  // Waits until about `evaluations` are done, or the end.
  static void WaitFor(Program* program, std::size_t evaluations) {
    while (program->Running() && Evaluations(program->Err()) < evaluations) ::usleep(2000);
  }
  void ExpectResumedLikeUninterrupted(const char* corpus) {
    const Finished resumed = Execute(Arguments(corpus));
    EXPECT_EQ(resumed.exit, 0) << resumed.err;
    const auto files = Lasting(At(corpus));
    EXPECT_EQ(files.size(), Uninterrupted().size());
    EXPECT_TRUE(files == Uninterrupted());
  }

  samples::TemporaryDirectory directory_;
};

TEST_F(Reproducibility, TwoRunsAreByteIdentical) {
  EXPECT_EQ(Execute(Arguments("a")).exit, 0);
  EXPECT_EQ(Execute(Arguments("b")).exit, 0);
  EXPECT_EQ(StatsWithoutTimes(At("a.json")), StatsWithoutTimes(At("b.json")));
  const auto files = Lasting(At("a"));
  EXPECT_GT(files.size(), 20U);
  EXPECT_TRUE(files == Lasting(At("b")));
}

TEST_F(Reproducibility, AnotherWorkingDirectoryChangesNothing) {
  fs::create_directories(At("elsewhere"));
  EXPECT_EQ(ExecuteWith({Arguments("a"), At("elsewhere")}).exit, 0);
  EXPECT_TRUE(Lasting(At("a")) == Uninterrupted());
}

class Interrupted : public Reproducibility, public ::testing::WithParamInterface<int> {};

TEST_P(Interrupted, ResumedEndsAsUninterrupted) {
  Program program({Arguments("a")});
  WaitFor(&program, kEvals / 4);
  program.Signal(GetParam());
  const Finished finished = program.Wait();
  EXPECT_EQ(finished.exit, 130) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("state saved"));
  EXPECT_THAT(samples::ReadFile(At("a.json")), HasSubstr("\"exit\": 130"));
  EXPECT_LT(Lasting(At("a")).size(), Uninterrupted().size());
  const Finished resumed = Execute(Arguments("a"));
  EXPECT_THAT(resumed.err, HasSubstr("resumed at #"));
  ExpectResumedLikeUninterrupted("a");
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupted, ::testing::Values(SIGINT, SIGTERM));

TEST_F(Reproducibility, InterruptedBeforeTheFirstBatch) {
  Program program({Arguments("a")});
  ::usleep(50000);
  program.Signal(SIGTERM);
  const int exit = program.Wait().exit;
  EXPECT_TRUE(exit == 130 || exit == -SIGTERM) << exit;
  ExpectResumedLikeUninterrupted("a");
}

TEST_F(Reproducibility, ASecondSignalEndsAtOnceAndLosesNothing) {
  Program program({Arguments("a")});
  WaitFor(&program, kEvals / 4);
  program.Signal(SIGINT);
  program.Signal(SIGINT);
  const int exit = program.Wait().exit;
  EXPECT_TRUE(exit == 130 || exit == -SIGINT) << exit;
  ExpectResumedLikeUninterrupted("a");
}

// Killed at several moments of one campaign.
TEST_F(Reproducibility, KilledAndResumedEndsAsUninterrupted) {
  Rng rng(7, StreamPurpose::kTest);
  for (std::size_t kill = 0; kill < 4; ++kill) {
    Program program({Arguments("a")});
    WaitFor(&program, 64 + kill * kEvals / 6);
    ::usleep(static_cast<useconds_t>(rng.Below(60000)));
    program.Signal(SIGKILL);
    program.Wait();
  }
  ExpectResumedLikeUninterrupted("a");
}

// A finding is told only when it is durable.
TEST_F(Reproducibility, WhatWasToldIsOnDiskAfterAKill) {
  Program program({Arguments("a")});
  while (program.Running() && program.Err().find(" NEW ") == std::string::npos) ::usleep(500);
  program.Signal(SIGKILL);
  const Finished finished = program.Wait();
  std::vector<Damage> damage;
  std::set<std::string> stored;
  for (const Finding& finding : Corpus::OpenExisting(At("a")).Findings(&damage)) {
    stored.insert(finding.signature.ToString());
    EXPECT_NO_THROW(Corpus::OpenExisting(At("a")).ReadEntry(finding.entry));
  }
  EXPECT_TRUE(damage.empty());
  std::istringstream lines(finished.err);
  std::size_t told = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto at = line.find("disagree-");
    if (line.find(" NEW ") == std::string::npos || at == std::string::npos) continue;
    ++told;
    EXPECT_TRUE(stored.contains(line.substr(at, line.find(' ', at) - at))) << line;
  }
  EXPECT_GE(told, 1U);
}

TEST_F(Reproducibility, TwoProcessesMayAddToOneCorpus) {
  Program first({ZooRun(At("a"), {"--evals", "1024", "--seed", "1"})});
  Program second({ZooRun(At("a"), {"--evals", "1024", "--seed", "2"})});
  EXPECT_EQ(first.Wait().exit, 0);
  EXPECT_EQ(second.Wait().exit, 0);
  EXPECT_EQ(Execute({"replay", At("a").string()}).exit, 0);
}

}  // namespace
}  // namespace latentfuzz::e2e
