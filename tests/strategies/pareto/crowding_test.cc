#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "latentfuzz/strategies/pareto/pareto.h"

namespace latentfuzz {
namespace {

using testing::ElementsAre;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<double> Crowding(const std::vector<double>& values, std::size_t columns) {
  const ObjectiveRows rows{values, columns};
  std::vector<std::size_t> front(rows.size());
  for (std::size_t i = 0; i < front.size(); ++i) front[i] = i;
  std::vector<double> distance(rows.size(), -1);
  AssignCrowding(rows, front, distance);
  return distance;
}

TEST(Crowding, WorkedExample) {
  // Ranges 10 and 10. Row 1: (4 - 0)/10 + (10 - 5)/10; row 2: (10 - 1)/10 + (7 - 0)/10.
  const auto distance = Crowding({0, 10, 1, 7, 4, 5, 10, 0}, 2);
  EXPECT_EQ(distance[0], kInf);
  EXPECT_DOUBLE_EQ(distance[1], 0.9);
  EXPECT_DOUBLE_EQ(distance[2], 1.6);
  EXPECT_EQ(distance[3], kInf);
}

TEST(Crowding, OneOrTwoRowsAreBoundary) {
  EXPECT_THAT(Crowding({1, 2}, 2), ElementsAre(kInf));
  EXPECT_THAT(Crowding({1, 2, 2, 1}, 2), ElementsAre(kInf, kInf));
}

TEST(Crowding, ConstantObjectiveAddsNothing) {
  EXPECT_THAT(Crowding({3, 3, 3, 3, 3, 3}, 2), ElementsAre(0, 0, 0));
  EXPECT_THAT(Crowding({0, 4, 7, 1, 3, 7, 4, 0, 7}, 3), ElementsAre(kInf, 2, kInf));
}

TEST(Crowding, NanAndInfinityNeverGiveNan) {
  EXPECT_THAT(Crowding({0, 4, kNan, 1, 4, 0, 2, 2}, 2), ElementsAre(kInf, 0, kInf, 2));
  EXPECT_THAT(Crowding({kNan, 1, 1, kNan}, 2), ElementsAre(0, 0));
  for (const double each : Crowding({-kInf, kInf, 0, 0, 1, -1, kInf, -kInf}, 2)) {
    EXPECT_FALSE(std::isnan(each));
  }
}

TEST(Crowding, IndicesAreGlobal) {
  const std::vector<double> values{9, 9, 0, 2, 9, 9, 2, 0, 1, 1};
  const std::vector<std::size_t> front{1, 3, 4};
  std::vector<double> distance(5, -1);
  AssignCrowding({values, 2}, front, distance);
  EXPECT_THAT(distance, ElementsAre(-1, kInf, -1, kInf, 2));
}

}  // namespace
}  // namespace latentfuzz
