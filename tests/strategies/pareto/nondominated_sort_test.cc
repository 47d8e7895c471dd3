#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "latentfuzz/strategies/pareto/pareto.h"

namespace latentfuzz {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

using Fronts = std::vector<std::uint32_t>;

Fronts Sort(const std::vector<double>& values, std::size_t columns) {
  return NonDominatedSort({values, columns});
}

bool DominatesByDebsRules(ObjectiveRows rows, std::size_t a, std::size_t b) {
  if (HasNan(rows, a) || HasNan(rows, b)) return false;
  const double first = std::max(rows.violation(a), 0.0), second = std::max(rows.violation(b), 0.0);
  if (first != second) return first < second;
  return first == 0 && Dominates(rows.row(a), rows.row(b));
}

// Peels fronts off by the definition, O(n^3).
Fronts SortByDefinition(ObjectiveRows rows) {
  constexpr std::uint32_t kNone = ~0U;
  Fronts fronts(rows.size(), kNone);
  for (std::uint32_t front = 0;; ++front) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (fronts[i] != kNone || HasNan(rows, i)) continue;
      bool dominated = false;
      for (std::size_t j = 0; j < rows.size(); ++j) {
        dominated = dominated || (fronts[j] == kNone && DominatesByDebsRules(rows, j, i));
      }
      if (!dominated) members.push_back(i);
    }
    for (const std::size_t i : members) fronts[i] = front;
    if (!members.empty()) continue;
    for (std::uint32_t& each : fronts) each = each == kNone ? front : each;
    return fronts;
  }
}

TEST(NonDominatedSort, WorkedExample) {
  // Front 0: (1,5) (2,3) (4,1); front 1: (2,5) (3,4) (5,2); front 2: (5,5).
  EXPECT_EQ(Sort({5, 5, 1, 5, 3, 4, 2, 3, 5, 2, 4, 1, 2, 5}, 2), (Fronts{2, 0, 1, 0, 1, 0, 1}));
}

TEST(NonDominatedSort, EmptyAndSingle) {
  EXPECT_EQ(Sort({}, 2), Fronts{});
  EXPECT_EQ(Sort({7, 7}, 2), Fronts{0});
  EXPECT_EQ(Sort({kNan, 7}, 2), Fronts{0});
}

TEST(NonDominatedSort, EqualRowsShareAFront) {
  EXPECT_EQ(Sort({1, 1, 1, 1, 2, 1, 2, 1, 1, 1}, 2), (Fronts{0, 0, 1, 1, 0}));
  EXPECT_EQ(Sort({1, 1, 0, 1, 1, 0, 2, 1, 0}, 3), (Fronts{0, 0, 1}));
}

TEST(NonDominatedSort, OneObjectiveRanksDistinctValues) {
  EXPECT_EQ(Sort({3, 1, 2, 1}, 1), (Fronts{2, 0, 1, 0}));
}

TEST(NonDominatedSort, NanRowsComeLast) {
  EXPECT_EQ(Sort({kNan, -9, 1, 1, 2, 2, -9, kNan}, 2), (Fronts{2, 0, 1, 2}));
  EXPECT_EQ(Sort({kNan, -9, -9, 1, 1, 1}, 3), (Fronts{1, 0}));
}

TEST(NonDominatedSort, InfiniteValuesAreOrdered) {
  EXPECT_EQ(Sort({kInf, 0, 0, kInf, kInf, kInf, -kInf, 0}, 2), (Fronts{1, 1, 2, 0}));
}

// Small integers give many ties and duplicates; every tenth row holds a NaN.
class NonDominatedSortProperty : public testing::TestWithParam<std::size_t> {};

TEST_P(NonDominatedSortProperty, AgreesWithTheDefinition) {
  const std::size_t columns = GetParam();
  Rng rng(columns, StreamPurpose::kTest);
  for (std::size_t trial = 0; trial < 60; ++trial) {
    const std::size_t size = rng.Below(61);
    const std::size_t levels = 2 + rng.Below(30);
    std::vector<double> values;
    for (std::size_t i = 0; i < size * columns; ++i) {
      values.push_back(static_cast<double>(rng.Below(levels)));
    }
    for (std::size_t i = 0; i < size; i += 10) values[i * columns + rng.Below(columns)] = kNan;
    ASSERT_EQ(Sort(values, columns), SortByDefinition({values, columns})) << "trial " << trial;
  }
}

// Violations are multiples of 1/4 from -1/4 to 3/4: about half of the rows keep the constraint.
TEST_P(NonDominatedSortProperty, AgreesWithTheDefinitionUnderAConstraint) {
  const std::size_t columns = GetParam() + 1;
  Rng rng(columns, StreamPurpose::kTest, 1);
  for (std::size_t trial = 0; trial < 60; ++trial) {
    const std::size_t size = rng.Below(61);
    std::vector<double> values;
    for (std::size_t i = 0; i < size * columns; ++i) {
      const bool violation = i % columns == columns - 1;
      values.push_back(violation ? 0.25 * static_cast<double>(rng.Below(5)) - 0.25
                                 : static_cast<double>(rng.Below(8)));
    }
    for (std::size_t i = 0; i < size; i += 10) values[i * columns + rng.Below(columns)] = kNan;
    for (std::size_t i = 5; i < size; i += 10) values[i * columns] = kInf;
    const ObjectiveRows rows{values, columns, true};
    ASSERT_EQ(NonDominatedSort(rows), SortByDefinition(rows)) << "trial " << trial;
  }
}

INSTANTIATE_TEST_SUITE_P(Objectives, NonDominatedSortProperty, testing::Values(1, 2, 3, 4, 5));

TEST(NonDominatedSort, TwoObjectivesAgreeWithTheGeneralPath) {
  Rng rng(9, StreamPurpose::kTest);
  std::vector<double> two, three;
  for (int i = 0; i < 3000; ++i) {
    const double a = rng.Uniform(), b = rng.Uniform();
    two.insert(two.end(), {a, b});
    three.insert(three.end(), {a, b, 0.0});
  }
  EXPECT_EQ(Sort(two, 2), Sort(three, 3));
}

TEST(NonDominatedSort, ARowThatKeepsTheConstraintBeatsAnyThatDoesNot) {
  const std::vector<double> values{kInf, kInf, 0, -9, -9, 0.5, -99, -99,
                                   0.75, 0,    0, -3, 1,  1,   kNan};
  EXPECT_EQ(NonDominatedSort({values, 3, true}), (Fronts{1, 2, 3, 0, 4}));
}

TEST(NonDominatedSort, ManyRowsOfManyObjectivesAgreeWithFewerOnes) {
  // A repeated objective decides nothing: each path must give the fronts of the next.
  Rng rng(10, StreamPurpose::kTest);
  std::vector<double> three, four;
  for (int i = 0; i < 2000; ++i) {
    const double a = rng.Uniform(), b = rng.Uniform(), c = rng.Uniform();
    three.insert(three.end(), {a, b, c});
    four.insert(four.end(), {a, b, c, b});
  }
  EXPECT_EQ(Sort(three, 3), Sort(four, 4));
}

TEST(GroupFronts, ListsRowsAscending) {
  const Fronts fronts{1, 0, 1, 2, 0};
  const std::vector<std::vector<std::size_t>> expected{{1, 4}, {0, 2}, {3}};
  EXPECT_EQ(GroupFronts(fronts), expected);
  EXPECT_TRUE(GroupFronts(Fronts{}).empty());
}

}  // namespace
}  // namespace latentfuzz
