// Comparisons as a user runs them.
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <sstream>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/tests/harness/e2e/toy_files.h"

namespace latentfuzz::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class CompareCommand : public ToyFilesTest {
 protected:
  std::vector<std::string> Arguments(const char* directory, const char* evals,
                                     const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"compare",
                                          "--reference",
                                          At("reference.pt").string(),
                                          "--candidate",
                                          At("candidate.pt").string(),
                                          "--generator",
                                          At("generator.pt").string(),
                                          "--evals",
                                          evals};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.push_back(At(directory).string());
    return arguments;
  }
  // runs.csv without the last two columns, which hold times.
  std::string RunsWithoutTimes(const char* directory) const {
    std::istringstream lines(samples::ReadFile(At(directory) / "runs.csv"));
    std::string text;
    for (std::string line; std::getline(lines, line);) {
      for (int column = 0; column < 2; ++column) line.resize(line.rfind(','));
      text += line + '\n';
    }
    return text;
  }
};

TEST_F(CompareCommand, LeavesTablesDataAndPlots) {
  const Finished finished =
      Execute(Arguments("d", "256", {"--strategies", "random,boundary", "--repeats", "2"}));
  EXPECT_EQ(finished.exit, 0) << finished.err;
  EXPECT_THAT(finished.out, AllOf(HasSubstr("| random | 2 |"), HasSubstr("| boundary | findings")));
  EXPECT_THAT(finished.err, AllOf(StartsWith("[1/4] random seed 1: "),
                                  HasSubstr("\n[4/4] boundary seed 2: "), Not(HasSubstr("\r"))));
  EXPECT_EQ(samples::ReadFile(At("d") / "table.md"), finished.out);
  for (const char* name : {"runs.csv", "curves.csv", "bands.csv", "plot.gp"}) {
    EXPECT_TRUE(fs::exists(At("d") / name)) << name;
  }
  const bool told = finished.err.find("WARNING: no plots: gnuplot") != std::string::npos;
  for (const char* name : {"findings.svg", "findings.png", "signatures.svg", "signatures.png"}) {
    EXPECT_TRUE(told || fs::exists(At("d") / name)) << name;
  }
}

// Killed at several moments, in a run and between two.
TEST_F(CompareCommand, KilledAndResumedEndsAsUninterrupted) {
  const std::vector<std::string> more = {"--strategies", "random,diffgan", "--repeats", "2"};
  ASSERT_EQ(Execute(Arguments("whole", "20000", more)).exit, 0);
  Rng rng(8, StreamPurpose::kTest);
  for (const char* wait_for : {"", "[1/4]", "[3/4]"}) {
    Program program({Arguments("killed", "20000", more)});
    while (program.Running() && program.Err().find(wait_for) == std::string::npos) ::usleep(1000);
    ::usleep(static_cast<useconds_t>(rng.Below(100000)));
    program.Signal(SIGKILL);
    program.Wait();
  }
  const Finished finished = Execute(Arguments("killed", "20000", more));
  EXPECT_EQ(finished.exit, 0) << finished.err;
  EXPECT_EQ(RunsWithoutTimes("killed"), RunsWithoutTimes("whole"));
  for (const char* name : {"curves.csv", "bands.csv"}) {
    EXPECT_EQ(samples::ReadFile(At("killed") / name), samples::ReadFile(At("whole") / name));
  }
}

TEST_F(CompareCommand, InterruptedSaysHowToGoOn) {
  Program program({Arguments("d", "100000000", {"--repeats", "2"})});
  while (program.Running() && !fs::exists(At("d") / "random-1" / "campaigns")) ::usleep(1000);
  program.Signal(SIGINT);
  const Finished finished = program.Wait();
  EXPECT_EQ(finished.exit, 130);
  EXPECT_THAT(finished.err, HasSubstr("the same command goes on from here"));
  EXPECT_FALSE(fs::exists(At("d") / "table.md"));
}

TEST_F(CompareCommand, OtherOptionsInTheSameDirectory) {
  ASSERT_EQ(Execute(Arguments("d", "256", {"--repeats", "1"})).exit, 0);
  ExpectRefused(Execute(Arguments("d", "128", {"--repeats", "1"})), 2,
                "has had 256 evaluations, more than --evals 128");
  ExpectRefused(Execute(Arguments("d", "256", {"--repeats", "1", "--radius", "0.5"})), 2,
                "findings of other options");
  EXPECT_EQ(Execute(Arguments("d", "512", {"--repeats", "2"})).exit, 0);
  EXPECT_THAT(samples::ReadFile(At("d") / "table.md"), StartsWith("At 512 evaluations a run"));
}

TEST_F(CompareCommand, WrongUsage) {
  ExpectRefused(Execute(Arguments("d", "64", {"--repeats", "0"})), 2,
                "--repeats: '0' is not a whole number from 1 to 18446744073709551615");
  ExpectRefused(Execute(Arguments("d", "64", {"--strategies", "random,random"})), 2, "twice");
  ExpectRefused(Execute(Arguments("d", "64", {"--time", "5s"})), 2, "--time");
  ExpectRefused(Execute(Arguments("d", "64", {"--strategies", "nothing,random"})), 2, "nothing");
  EXPECT_FALSE(fs::exists(At("d") / "table.md"));
}

}  // namespace
}  // namespace latentfuzz::e2e
