#include "latentfuzz/harness/comparison/printer.h"

#include <gmock/gmock.h>

#include <sstream>

#include "latentfuzz/tests/harness/comparison/made_up.h"

namespace latentfuzz {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

Progress At(std::uint64_t evaluations, double seconds) {
  Progress progress;
  progress.evaluations = evaluations;
  progress.findings = 1;
  progress.session_seconds = seconds;
  return progress;
}

TEST(ComparisonPrinter, OneLineARunWithoutATerminal) {
  std::ostringstream out;
  ComparisonPrinter printer(out, false, 4, 8);
  printer.OnStart("random", 2, 0);
  printer.OnBatch(At(4, 1));
  printer.OnRun(toy::MadeUpRun("random", 2, {{6, true}}));
  EXPECT_EQ(out.str(), "[1/4] random seed 2: 1 finding in 1 signature, 2 triggers, 2 s\n");
}

// Four runs of 100 evaluations. The first was complete; the second goes on at 50 and takes 10 s for
// 50; then 25 more take 5 s: 175 are left at 0.2 s each.
TEST(ComparisonPrinter, TimeLeftIsThatOfThisSessionsSpeed) {
  std::ostringstream out;
  ComparisonPrinter printer(out, true, 4, 100);
  printer.OnStart("random", 1, 100);
  printer.OnRun(toy::MadeUpRun("random", 1, {}));
  printer.OnStart("diffgan", 1, 50);
  printer.OnBatch(At(100, 10));
  EXPECT_THAT(out.str(), EndsWith("[2/4] diffgan seed 1  [==============              ]  50 %  "
                                  "1 finding  40 s left"));
  printer.OnRun(toy::MadeUpRun("diffgan", 1, {}));
  EXPECT_THAT(out.str(), HasSubstr("\r\x1b[K[2/4] diffgan seed 1: 0 findings"));
  printer.OnStart("random", 2, 0);
  printer.OnBatch(At(25, 5));
  EXPECT_THAT(out.str(), HasSubstr("[3/4] random seed 2"));
  EXPECT_THAT(out.str(), EndsWith(" 56 %  1 finding  35 s left"));
}

}  // namespace
}  // namespace latentfuzz
