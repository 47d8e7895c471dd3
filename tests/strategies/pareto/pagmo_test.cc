// Fronts, crowding distances and survival against pagmo2's on random populations, and precisely
// where the two differ: ties, constant objectives and NaN.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <pagmo/utils/multi_objective.hpp>
#include <set>
#include <vector>

#include "latentfuzz/strategies/pareto/pareto.h"

namespace latentfuzz {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kPopulations = 1000;
constexpr std::size_t kLargest = 300;
constexpr double kConstant = 0.5;

using Rows = std::vector<pagmo::vector_double>;

enum class Values {
  kDistinct,  // no two values of an objective are equal
  kTied,      // few levels, so that rows share values
  kRepeated,  // one row in three is a copy of an earlier one
  kFixed,     // one objective is the same for all rows, the others are distinct
};

struct Sample {
  std::size_t columns;
  std::vector<double> values;
  ObjectiveRows view() const { return {values, columns}; }
  Rows rows() const {
    Rows result;
    for (std::size_t i = 0; i < view().size(); ++i) {
      result.emplace_back(view().row(i).begin(), view().row(i).end());
    }
    return result;
  }
};

void Append(Sample& sample, std::span<const double> row) {
  sample.values.insert(sample.values.end(), row.begin(), row.end());
}

// Population `number` of 1 to kLargest rows; the share of large ones is the same for all kinds.
Sample Draw(std::size_t columns, Values kind, std::size_t number) {
  Rng rng(columns, StreamPurpose::kTest, number);
  const std::size_t size = 1 + rng.Below(kLargest);
  const std::size_t levels = 2 + rng.Below(30);
  const std::size_t constant = rng.Below(columns);
  Sample sample{columns, {}};
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<double> row(columns);
    for (double& each : row) {
      each = kind == Values::kTied ? static_cast<double>(rng.Below(levels)) : rng.Uniform();
    }
    if (kind == Values::kFixed) row[constant] = kConstant;
    if (kind == Values::kRepeated && i > 0 && rng.Below(3) == 0) {
      const std::span<const double> earlier = sample.view().row(rng.Below(i));
      row.assign(earlier.begin(), earlier.end());
    }
    Append(sample, row);
  }
  return sample;
}

// pagmo2 takes no fewer than two rows.
std::vector<std::uint32_t> FrontsByPagmo(const Rows& rows) {
  if (rows.size() < 2) return std::vector<std::uint32_t>(rows.size());
  const auto ranks = std::get<3>(pagmo::fast_non_dominated_sorting(rows));
  return {ranks.begin(), ranks.end()};
}

std::vector<double> CrowdingByPagmo(const Rows& rows) {
  if (rows.size() < 2) return std::vector<double>(rows.size(), kInfinity);
  return pagmo::crowding_distance(rows);
}

// The distances of all rows as one front.
std::vector<double> Crowding(ObjectiveRows objectives) {
  std::vector<std::size_t> front(objectives.size());
  for (std::size_t i = 0; i < front.size(); ++i) front[i] = i;
  std::vector<double> distance(front.size());
  AssignCrowding(objectives, front, distance);
  return distance;
}

void ExpectSame(const std::vector<double>& ours, const std::vector<double>& theirs,
                double tolerance) {
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (std::isinf(theirs[i])) {
      ASSERT_EQ(ours[i], theirs[i]) << "row " << i;
    } else {
      ASSERT_NEAR(ours[i], theirs[i], tolerance) << "row " << i;
    }
  }
}

class AgainstPagmo : public testing::TestWithParam<std::size_t> {
 protected:
  template <typename Check>
  void ForEachPopulation(const std::vector<Values>& kinds, const Check& check) {
    for (std::size_t number = 0; number < kPopulations; ++number) {
      SCOPED_TRACE("population " + std::to_string(number));
      check(Draw(GetParam(), kinds[number % kinds.size()], number));
      if (HasFatalFailure()) return;
    }
  }
};

TEST_P(AgainstPagmo, FrontsAgreeWithTiesAndCopiesToo) {
  ForEachPopulation({Values::kDistinct, Values::kTied, Values::kRepeated, Values::kFixed},
                    [](const Sample& sample) {
                      ASSERT_EQ(NonDominatedSort(sample.view()), FrontsByPagmo(sample.rows()));
                    });
}

TEST_P(AgainstPagmo, CrowdingAgreesWhereNoValuesAreEqual) {
  ForEachPopulation({Values::kDistinct}, [](const Sample& sample) {
    ExpectSame(Crowding(sample.view()), CrowdingByPagmo(sample.rows()), 1e-12);
  });
}

// Rows whose values are equal have no order of their own: pagmo2 takes the one that its unstable
// sort happens to leave, LatentFuzz that of the rows. So ours are pagmo2's distances once each
// value is moved by a trifle that grows with the row.
TEST_P(AgainstPagmo, TiesAreOrderedByRow) {
  constexpr double kTrifle = 1e-11;
  ForEachPopulation({Values::kTied, Values::kRepeated}, [](const Sample& sample) {
    const ObjectiveRows view = sample.view();
    Rows rows = sample.rows();
    for (std::size_t j = 0; j < view.columns; ++j) {
      const auto [least, most] = std::minmax_element(
          rows.begin(), rows.end(), [j](const auto& a, const auto& b) { return a[j] < b[j]; });
      if ((*least)[j] == (*most)[j]) return;  // a constant objective: see below
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (double& each : rows[i]) each += kTrifle * static_cast<double>(i);
    }
    ExpectSame(Crowding(view), CrowdingByPagmo(rows), 1e-6);
  });
}

// Over a constant objective pagmo2 divides 0 by 0: its distances are NaN, but for some infinite
// ones. Here such an objective adds nothing: ours are pagmo2's without it.
TEST_P(AgainstPagmo, AConstantObjectiveAddsNothing) {
  ForEachPopulation({Values::kFixed}, [](const Sample& sample) {
    const std::vector<double> ours = Crowding(sample.view());
    if (ours.size() > 2) {
      for (const double each : CrowdingByPagmo(sample.rows())) ASSERT_FALSE(std::isfinite(each));
    }
    Rows others = sample.rows();
    for (auto& row : others) std::erase(row, kConstant);
    // pagmo2 takes no single objective either: twice the same one is twice the distance.
    const bool single = sample.columns == 2;
    for (auto& row : others) {
      if (single) row.push_back(row[0]);
    }
    std::vector<double> expected = CrowdingByPagmo(others);
    for (double& each : expected) each /= single ? 2 : 1;
    ExpectSame(ours, expected, 1e-12);
  });
}

TEST_P(AgainstPagmo, TheSameRowsSurviveWhereNoValuesAreEqual) {
  ForEachPopulation({Values::kDistinct}, [](const Sample& sample) {
    const std::size_t count = 1 + sample.view().size() / 2;
    const Survival ours = SelectSurvivors(sample.view(), count);
    const auto theirs = pagmo::select_best_N_mo(sample.rows(), count);
    const std::set<std::size_t> kept(ours.survivors.begin(), ours.survivors.end());
    const std::set<std::size_t> expected(theirs.begin(), theirs.end());
    // Of the rows at the ends of a front any may go where there is no room for all.
    for (const std::size_t row : kept) {
      if (expected.contains(row)) continue;
      const auto place = std::lower_bound(ours.survivors.begin(), ours.survivors.end(), row);
      ASSERT_TRUE(std::isinf(
          ours.ranking.crowding[static_cast<std::size_t>(place - ours.survivors.begin())]))
          << "row " << row;
    }
    ASSERT_EQ(kept.size(), expected.size());
  });
}

INSTANTIATE_TEST_SUITE_P(Objectives, AgainstPagmo, testing::Values(2, 3, 5));

// pagmo2 orders NaN behind all numbers, column by column: a row with one bad value can lead. Here
// it comes behind every other row.
TEST(AgainstPagmo, RowsWithNanComeLast) {
  const Sample sample{2, {kNan, -9, 0, 0, 1, 1}};
  EXPECT_EQ(FrontsByPagmo(sample.rows()), (std::vector<std::uint32_t>{0, 0, 1}));
  EXPECT_EQ(NonDominatedSort(sample.view()), (std::vector<std::uint32_t>{2, 0, 1}));
}

}  // namespace
}  // namespace latentfuzz
