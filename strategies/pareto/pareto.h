// Pareto tools: free functions on rows of objectives, all minimised.
//
// A row that holds a NaN takes part in nothing: it dominates no row, is sorted behind every
// other row and has no crowding distance. Infinities are ordinary, very bad or very good, values.
// All indices are global: they name rows of the batch that was passed in, never places in a front.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "latentfuzz/base/rng.h"

namespace latentfuzz {

// Row-major [rows, columns]; a view, owns nothing.
struct ObjectiveRows {
  std::span<const double> values;
  std::size_t columns = 0;

  std::size_t size() const { return columns == 0 ? 0 : values.size() / columns; }
  std::span<const double> row(std::size_t i) const { return values.subspan(i * columns, columns); }
};

bool HasNan(std::span<const double> row);

// Whether `a` is nowhere worse than `b` and better somewhere. False if either holds a NaN.
bool Dominates(std::span<const double> a, std::span<const double> b);

// The front of each row, [n]: 0 for the rows that nothing dominates, 1 for those that only rows of
// front 0 dominate, and so on. Equal rows share a front. Rows with a NaN share one front behind the
// last.
//
// Two objectives: O(n log n) (Jensen, "Reducing the run-time complexity of multiobjective EAs: the
// NSGA-II and other algorithms", IEEE TEVC 7(5), 2003). Otherwise: efficient non-dominated sort
// with binary search (Zhang et al., "An efficient approach to nondominated sorting for
// evolutionary multiobjective optimization", IEEE TEVC 19(2), 2015), O(m n^2) at worst and without
// an n x n matrix.
std::vector<std::uint32_t> NonDominatedSort(ObjectiveRows objectives);

// The rows of each front, ascending within a front.
std::vector<std::vector<std::size_t>> GroupFronts(std::span<const std::uint32_t> fronts);

// Crowding distance (Deb et al., "A fast and elitist multiobjective genetic algorithm: NSGA-II",
// IEEE TEVC 6(2), 2002, section III-B) of the rows named by `front`, written to
// distance[row] for those rows only. The rows at either end of an objective get infinity; an
// objective that is constant over the front, or whose range is infinite, adds nothing; a row with
// a NaN gets 0. Never NaN. A front of one or two rows gets infinity.
void AssignCrowding(ObjectiveRows objectives, std::span<const std::size_t> front,
                    std::span<double> distance);

// What selection knows of each row.
struct Ranking {
  std::vector<std::uint32_t> front;  // [n], 0 is best
  std::vector<double> crowding;      // [n], larger is better
};

struct Survival {
  std::vector<std::size_t> survivors;  // min(count, n) rows, ascending
  Ranking ranking;                     // of the survivors, in the order of `survivors`
};

// Environmental selection of NSGA-II: whole fronts while they fit, then the rows of the next one
// with the largest crowding distance, the lower row where that is equal.
Survival SelectSurvivors(ObjectiveRows objectives, std::size_t count);

// Binary tournament: of two different rows drawn from `rng`, the one of the better front, else the
// one with the larger crowding distance, else a coin. REQUIRES: a ranking of at least one row.
std::size_t Tournament(const Ranking& ranking, Rng& rng);

}  // namespace latentfuzz
