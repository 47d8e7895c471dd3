#include "latentfuzz/harness/compare.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/toy_models.h"

namespace latentfuzz {
namespace {

using ::testing::HasSubstr;

class CompareTest : public ::testing::Test {
 protected:
  Comparison Run(std::size_t repeats, const std::atomic<bool>* stop = nullptr) {
    return Compare(
        toy::MakeOptions("unused", 128), target_, {"random", "diffgan:paper"}, repeats,
        (directory_.path() / "runs").string(), [this](const ComparisonRun&) { ++told_; }, stop);
  }
  samples::TemporaryDirectory directory_;
  Target target_ = toy::MakePair(0.05);
  int told_ = 0;
};

TEST_F(CompareTest, RunsEachStrategyWithEachSeedAtEqualEvaluations) {
  const Comparison comparison = Run(3);
  ASSERT_EQ(comparison.runs.size(), 6U);
  EXPECT_EQ(told_, 6);
  EXPECT_TRUE(comparison.complete);
  EXPECT_EQ(comparison.evaluations, 128U);
  // Seed by seed, so that a comparison that is cut short is still even.
  EXPECT_EQ(comparison.runs[0].strategy, "random");
  EXPECT_EQ(comparison.runs[1].strategy, "diffgan:paper");
  EXPECT_EQ(comparison.runs[1].seed, comparison.runs[0].seed);
  EXPECT_EQ(comparison.runs[2].seed, comparison.runs[0].seed + 1);
  for (const ComparisonRun& run : comparison.runs) {
    EXPECT_LE(run.first_finding, 128U);
    EXPECT_GE(run.triggers, run.findings);
  }
}

TEST_F(CompareTest, GoesOnWhereItStopped) {
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(Run(2, &stop).complete);
  const Comparison resumed = Run(2);

  const Comparison again = Run(2);
  ASSERT_EQ(again.runs.size(), resumed.runs.size());
  for (std::size_t i = 0; i < again.runs.size(); ++i) {
    EXPECT_EQ(again.runs[i].findings, resumed.runs[i].findings);
    EXPECT_EQ(again.runs[i].first_finding, resumed.runs[i].first_finding);
  }
}

TEST(ComparisonTable, WorkedByHand) {
  Comparison comparison;
  comparison.strategies = {"random", "diffgan"};
  for (std::uint64_t i = 0; i < 3; ++i) {
    comparison.runs.push_back({"random", i, 10 + i, 5, 20, 100});
    comparison.runs.push_back({"diffgan", i, 30 + i, 5, 10, 50});
  }
  const std::string table = ComparisonTable(comparison);
  EXPECT_THAT(table, HasSubstr("| random | 3 | findings | 11 | | | |\n"));
  // All nine pairs are won; p of U = 9 with n = 3, 3: (4.5 - 0.5) / sqrt(5.25).
  EXPECT_THAT(table, HasSubstr("| diffgan | 3 | findings | 31 | 2.82 | 0.081 | 1.00 |\n"));
  EXPECT_THAT(table, HasSubstr("| diffgan | 3 | signatures | 5 | 1.00 | 1 | 0.50 |\n"));
  EXPECT_THAT(table, HasSubstr("| diffgan | 3 | triggers | 10 | 0.50 |"));
}

}  // namespace
}  // namespace latentfuzz
