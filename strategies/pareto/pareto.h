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

// Row-major [rows, columns]; a view, owns nothing. REQUIRES: at least one objective.
struct ObjectiveRows {
  std::span<const double> values;
  std::size_t columns = 0;
  // Whether the last column is no objective but a violation: by how much the row breaks its
  // constraints, at most 0 where it keeps them.
  bool constrained = false;

  std::size_t size() const { return columns == 0 ? 0 : values.size() / columns; }
  std::size_t objectives() const { return columns - (constrained ? 1U : 0U); }
  std::span<const double> row(std::size_t i) const {
    return values.subspan(i * columns, objectives());
  }
  double violation(std::size_t i) const {
    return constrained ? values[i * columns + objectives()] : 0;
  }
};

bool HasNan(std::span<const double> row);
// In an objective or in the violation.
inline bool HasNan(ObjectiveRows objectives, std::size_t i) {
  return HasNan(objectives.values.subspan(i * objectives.columns, objectives.columns));
}

// Whether `a` is nowhere worse than `b` and better somewhere. False if either holds a NaN.
bool Dominates(std::span<const double> a, std::span<const double> b);

// The front of each row, [n]: 0 for the rows that nothing dominates, 1 for those that only rows of
// front 0 dominate, and so on. Equal rows share a front. Rows with a NaN share one front behind the
// last.
//
// With a constraint, Deb's rules hold (section VI of the paper of NSGA-II, below): a row that keeps
// it dominates every row that violates it, and of two that violate it the lesser violation
// dominates, whatever the objectives.
//
// Rows are placed in lexicographic order and by binary search over the fronts (Zhang et al., "An
// efficient approach to nondominated sorting for evolutionary multiobjective optimization", IEEE
// TEVC 19(2), 2015). Of a front only what can still dominate is kept: the least second objective
// where there are two, O(n log n) (Jensen, "Reducing the run-time complexity of multiobjective EAs:
// the NSGA-II and other algorithms", IEEE TEVC 7(5), 2003); the staircase of the other two where
// there are three, O(n log^2 n); the rows themselves otherwise, O(m n^2) at worst.
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

// The winners of `count` binary tournaments, in the order in which they were held. The rivals are
// not drawn one by one: all rows are paired off at random, again and again, so that each row
// competes as often as any other (but for the last round, and one row that sits out where their
// number is odd). The best are then never passed over by chance. REQUIRES: as Tournament.
std::vector<std::size_t> MatingPool(const Ranking& ranking, std::size_t count, Rng& rng);

}  // namespace latentfuzz
