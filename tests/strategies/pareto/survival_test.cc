#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <vector>

#include "latentfuzz/strategies/pareto/pareto.h"

namespace latentfuzz {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Survival Select(const std::vector<double>& values, std::size_t count) {
  return SelectSurvivors({values, 2}, count);
}

TEST(Survival, WholeFrontsFirst) {
  const Survival result = Select({5, 5, 0, 1, 3, 3, 1, 0}, 3);
  EXPECT_THAT(result.survivors, ElementsAre(1, 2, 3));
  EXPECT_THAT(result.ranking.front, ElementsAre(0, 1, 0));
}

TEST(Survival, SplitFrontKeepsTheLargestDistance) {
  // One front; row 2 has 1.6, row 1 has 0.9.
  const Survival result = Select({0, 10, 1, 7, 4, 5, 10, 0}, 3);
  EXPECT_THAT(result.survivors, ElementsAre(0, 2, 3));
  EXPECT_THAT(result.ranking.crowding, ElementsAre(kInf, testing::DoubleEq(1.6), kInf));
}

TEST(Survival, NanIsTheFirstToGo) {
  EXPECT_THAT(Select({kNan, -99, 1, 1, 2, 2}, 2).survivors, ElementsAre(1, 2));
  EXPECT_THAT(Select({kNan, -99, 1, 1, 2, 2}, 3).survivors, ElementsAre(0, 1, 2));
}

TEST(Survival, AnyCount) {
  EXPECT_THAT(Select({1, 1, 2, 2}, 0).survivors, IsEmpty());
  EXPECT_THAT(Select({1, 1, 2, 2}, 9).survivors, ElementsAre(0, 1));
  EXPECT_THAT(Select({}, 3).survivors, IsEmpty());
}

TEST(Survival, NoSurvivorIsDominatedByOneThatWent) {
  Rng rng(4, StreamPurpose::kTest);
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<double> values(2 * 37);
    for (double& value : values) value = static_cast<double>(rng.Below(12));
    const ObjectiveRows rows{values, 2};
    const std::size_t count = 1 + rng.Below(37);
    const Survival result = SelectSurvivors(rows, count);
    ASSERT_EQ(result.survivors.size(), count);
    const std::set<std::size_t> kept(result.survivors.begin(), result.survivors.end());
    ASSERT_EQ(kept.size(), count);
    for (std::size_t gone = 0; gone < rows.size(); ++gone) {
      if (kept.contains(gone)) continue;
      for (const std::size_t survivor : kept) {
        ASSERT_FALSE(Dominates(rows.row(gone), rows.row(survivor)));
      }
    }
  }
}

TEST(Survival, TheLeastViolationSurvives) {
  const std::vector<double> values{0, 0, 0.2, 9, 9, 0, 1, 1, 0.1};
  EXPECT_THAT(SelectSurvivors({values, 3, true}, 2).survivors, ElementsAre(1, 2));
}

TEST(Survival, AViolationThatIsNanIsTheFirstToGo) {
  const std::vector<double> values{-9, -9, kNan, 1, 1, 5, 2, 2, 7};
  const Survival result = SelectSurvivors({values, 3, true}, 3);
  EXPECT_THAT(result.ranking.front, ElementsAre(2, 0, 1));
  EXPECT_THAT(result.ranking.crowding, ElementsAre(0, kInf, kInf));
}

}  // namespace
}  // namespace latentfuzz
