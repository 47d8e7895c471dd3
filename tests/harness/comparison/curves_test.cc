#include "latentfuzz/harness/comparison/curves.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "latentfuzz/tests/harness/comparison/made_up.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;

TEST(EvaluationGrid, EveryEvaluationOfASmallBudget) {
  EXPECT_THAT(EvaluationGrid(3), ElementsAre(0, 1, 2, 3));
}

TEST(EvaluationGrid, AHundredStepsOfALargeOne) {
  for (const std::uint64_t budget : {100U, 20000U, 12345U}) {
    const auto grid = EvaluationGrid(budget);
    ASSERT_EQ(grid.size(), 101U);
    EXPECT_EQ(grid.front(), 0U);
    EXPECT_EQ(grid[50], budget / 2);
    EXPECT_EQ(grid.back(), budget);
    EXPECT_TRUE(std::ranges::is_sorted(grid));
  }
  EXPECT_EQ(EvaluationGrid(~std::uint64_t{0}).back(), ~std::uint64_t{0});
}

// Evaluation 0 is the first one: after one evaluation it has been made.
TEST(Curve, CountsWhatWasFoundByThen) {
  const ComparisonRun run = toy::MadeUpRun("x", 1, {{0, true}, {1, true}, {7, false}});
  const auto curve = Curve(run, {0, 1, 2, 7, 8});
  std::vector<std::uint64_t> findings, signatures;
  for (const CurvePoint& point : curve) {
    findings.push_back(point.findings);
    signatures.push_back(point.signatures);
  }
  EXPECT_THAT(findings, ElementsAre(0, 1, 2, 2, 3));
  EXPECT_THAT(signatures, ElementsAre(0, 1, 2, 2, 2));
}

}  // namespace
}  // namespace latentfuzz
