#include "latentfuzz/harness/comparison/table.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/harness/comparison/made_up.h"

namespace latentfuzz {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ComparisonTable, MediansWithQuartiles) {
  const std::string table = ComparisonTable(toy::MadeUpComparison());
  EXPECT_THAT(table, HasSubstr("At 8 evaluations a run"));
  EXPECT_THAT(table, HasSubstr("| random | 2 | 0.5 [0.2, 0.8] | 0.5 [0.2, 0.8] | 1 [0.5, 1.5] | "));
  EXPECT_THAT(table, HasSubstr("| b,'c' | 2 | 2.5 [2.2, 2.8] | 1.5 [1.2, 1.8] | 5 [4.5, 5.5] | "));
}

// All four pairs are won: 2 of the 6 ways to deal two of four ranks lie that far out. Of the
// signatures (0, 1 against 1, 2) one pair is a tie; doubled ranks 2, 5, 5, 8: sums 7 and 13 lie as
// far out, in 4 of 6 ways.
TEST(ComparisonTable, TestsAgainstTheFirst) {
  const std::string table = ComparisonTable(toy::MadeUpComparison());
  EXPECT_THAT(table, HasSubstr("| b,'c' | findings | 5.00 | 1.00 | 0.33 | 0.33 |\n"));
  EXPECT_THAT(table, HasSubstr("| b,'c' | signatures | 3.00 | 0.88 | 0.67 | 0.67 |\n"));
  EXPECT_THAT(table, Not(HasSubstr("| b,'c' | seconds |")));
}

// 1 of 2 against 2 of 2: tables of three successes in four, each with probability 1/2.
TEST(ComparisonTable, RunsThatFoundAnything) {
  const std::string table = ComparisonTable(toy::MadeUpComparison());
  EXPECT_THAT(table, HasSubstr("| random | runs with a finding | 1 of 2 |  |  |\n| b,'c' | runs "
                               "with a finding | 2 of 2 | 1 | 1 |\n"));
}

TEST(ComparisonTable, WhereAllRunsFoundSomethingThereIsNoTestOfThat) {
  Comparison comparison = toy::MadeUpComparison();
  comparison.runs[0] = toy::MadeUpRun("random", 1, {{6, true}});
  const std::string table = ComparisonTable(comparison);
  EXPECT_THAT(table, Not(HasSubstr("runs with a finding")));
  EXPECT_THAT(table, HasSubstr("| random | 2 | 1 | 1 | 2 |"));
}

// 3 of 4 viable seeds against 1 of 4, over two runs each: the lady tasting tea.
TEST(ComparisonTable, FailuresOfViableSeeds) {
  Comparison comparison = toy::MadeUpComparison();
  EXPECT_THAT(ComparisonTable(comparison), Not(HasSubstr("viable")));
  const double failures[] = {0, 1, 1, 2};
  for (std::size_t i = 0; i < 4; ++i) {
    comparison.runs[i].figures = {{"seeds", 10}, {"viable_percent", 20}, {"failures", failures[i]}};
  }
  EXPECT_THAT(ComparisonTable(comparison),
              HasSubstr("| random | failures of viable seeds | 1 of 4 |  |  |\n"
                        "| b,'c' | failures of viable seeds | 3 of 4 | 0.49 | 0.49 |\n"));
}

// Holm's rule over two strategies doubles the smaller p.
TEST(ComparisonTable, AdjustsOverTheStrategies) {
  Comparison comparison = toy::MadeUpComparison();
  comparison.strategies.emplace_back("third");
  comparison.runs.push_back(toy::MadeUpRun("third", 1, {}));
  comparison.runs.push_back(toy::MadeUpRun("third", 2, {{6, true}}));
  const std::string table = ComparisonTable(comparison);
  EXPECT_THAT(table, HasSubstr("| b,'c' | findings | 5.00 | 1.00 | 0.33 | 0.67 |\n"));
  EXPECT_THAT(table, HasSubstr("| third | findings | 1.00 | 0.50 | 1 | 1 |\n"));
}

TEST(ComparisonTable, ABaselineThatFindsNothingHasNoRatio) {
  Comparison comparison = toy::MadeUpComparison();
  comparison.runs[2] = toy::MadeUpRun("random", 2, {});
  EXPECT_THAT(ComparisonTable(comparison), HasSubstr("| b,'c' | findings | – | 1.00 |"));
}

TEST(ComparisonTable, WhatTheStrategiesReport) {
  Comparison comparison = toy::MadeUpComparison();
  EXPECT_THAT(ComparisonTable(comparison), Not(HasSubstr("figure")));
  comparison.runs[1].figures = {{"viable_seeds", 90}};
  comparison.runs[3].figures = {{"viable_seeds", 94}};
  EXPECT_THAT(ComparisonTable(comparison),
              HasSubstr("| strategy | figure | median |\n|---|---|---|\n"
                        "| b,'c' | viable_seeds | 92 [91, 93] |\n"));
}

TEST(ComparisonTable, OfOneStrategyHasNoTests) {
  Comparison comparison = toy::MadeUpComparison();
  comparison.strategies = {"random"};
  EXPECT_THAT(ComparisonTable(comparison), Not(HasSubstr("Against")));
}

}  // namespace
}  // namespace latentfuzz
