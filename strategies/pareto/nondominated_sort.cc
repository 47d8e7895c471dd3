#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <map>

#include "latentfuzz/strategies/pareto/pareto.h"

namespace latentfuzz {
namespace {

constexpr std::uint32_t kUnplaced = ~std::uint32_t{0};

// A row and what it is sorted by first.
struct Keyed {
  double key;
  std::size_t row;
};

// What later rows need to know of a front. They come in lexicographic order, so that no row is
// dominated by a later one and the first objective decides nothing any more: a front dominates a
// row if one of its members is no worse in the rest of the objectives. Only rows that it does not
// dominate join a front.

// Two objectives: the latest member has the least rest.
class LeastRest {
 public:
  bool Dominates(std::span<const double> rest) const { return least_ <= rest[0]; }
  void Add(std::span<const double> rest) { least_ = rest[0]; }

 private:
  double least_ = std::numeric_limits<double>::infinity();
};

// Three objectives: the members that no other member beats in the rest. Over them the third
// objective falls as the second one grows.
class Staircase {
 public:
  bool Dominates(std::span<const double> rest) const {
    const auto above = steps_.upper_bound(rest[0]);
    return above != steps_.begin() && std::prev(above)->second <= rest[1];
  }
  void Add(std::span<const double> rest) {
    auto step = steps_.lower_bound(rest[0]);
    while (step != steps_.end() && step->second >= rest[1]) step = steps_.erase(step);
    steps_.emplace_hint(step, rest[0], rest[1]);
  }

 private:
  std::map<double, double> steps_;
};

// Any number of objectives: all members, side by side. The latest are the likeliest to dominate.
class Members {
 public:
  bool Dominates(std::span<const double> rest) const {
    for (std::size_t end = size_; end > 0; --end) {
      const double* member = values_.data() + (end - 1) * rest.size();
      if (std::equal(rest.begin(), rest.end(), member, std::greater_equal<>())) return true;
    }
    return false;
  }
  void Add(std::span<const double> rest) {
    values_.insert(values_.end(), rest.begin(), rest.end());
    ++size_;
  }

 private:
  std::size_t size_ = 0;
  std::vector<double> values_;
};

// Writes the front of each row of `order`, which is in lexicographic order; returns their number.
template <typename Front>
std::uint32_t Place(ObjectiveRows objectives, std::span<const Keyed> order,
                    std::span<std::uint32_t> fronts) {
  std::vector<Front> placed;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::span<const double> row = objectives.row(order[i].row);
    if (i > 0 && std::ranges::equal(row, objectives.row(order[i - 1].row))) {
      fronts[order[i].row] = fronts[order[i - 1].row];
      continue;
    }
    const std::span<const double> rest = row.subspan(1);
    // A row that front k dominates is dominated by every front before k too.
    auto front = std::partition_point(placed.begin(), placed.end(),
                                      [&](const Front& each) { return each.Dominates(rest); });
    if (front == placed.end()) front = placed.emplace(front);
    front->Add(rest);
    fronts[order[i].row] = static_cast<std::uint32_t>(front - placed.begin());
  }
  return static_cast<std::uint32_t>(placed.size());
}

std::uint32_t PlaceFeasible(ObjectiveRows objectives, std::span<Keyed> rows,
                            std::span<std::uint32_t> fronts) {
  std::sort(rows.begin(), rows.end(), [&](const Keyed& a, const Keyed& b) {
    if (a.key != b.key) return a.key < b.key;
    return std::ranges::lexicographical_compare(objectives.row(a.row), objectives.row(b.row));
  });
  switch (objectives.objectives()) {
    case 2: return Place<LeastRest>(objectives, rows, fronts);
    case 3: return Place<Staircase>(objectives, rows, fronts);
    default: return Place<Members>(objectives, rows, fronts);
  }
}

// One front for each violation, from front `next` on; returns the number of the front behind them.
std::uint32_t PlaceViolating(std::span<Keyed> rows, std::uint32_t next,
                             std::span<std::uint32_t> fronts) {
  std::ranges::sort(rows, {}, &Keyed::key);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == 0 || rows[i].key != rows[i - 1].key) ++next;
    fronts[rows[i].row] = next - 1;
  }
  return next;
}

}  // namespace

std::vector<std::uint32_t> NonDominatedSort(ObjectiveRows objectives) {
  std::vector<std::uint32_t> fronts(objectives.size(), kUnplaced);
  std::vector<Keyed> feasible, violating;
  feasible.reserve(objectives.size());
  for (std::size_t i = 0; i < objectives.size(); ++i) {
    if (HasNan(objectives, i)) continue;
    if (const double violation = objectives.violation(i); violation > 0) {
      violating.push_back({violation, i});
    } else {
      feasible.push_back({objectives.row(i)[0], i});
    }
  }
  std::uint32_t count = PlaceFeasible(objectives, feasible, fronts);
  count = PlaceViolating(violating, count, fronts);
  std::replace(fronts.begin(), fronts.end(), kUnplaced, count);
  return fronts;
}

std::vector<std::vector<std::size_t>> GroupFronts(std::span<const std::uint32_t> fronts) {
  std::vector<std::size_t> sizes;
  for (const std::uint32_t front : fronts) {
    if (front >= sizes.size()) sizes.resize(front + 1);
    ++sizes[front];
  }
  std::vector<std::vector<std::size_t>> groups(sizes.size());
  for (std::size_t k = 0; k < sizes.size(); ++k) groups[k].reserve(sizes[k]);
  for (std::size_t i = 0; i < fronts.size(); ++i) groups[fronts[i]].push_back(i);
  return groups;
}

}  // namespace latentfuzz
