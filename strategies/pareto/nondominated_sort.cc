#include <algorithm>

#include "latentfuzz/strategies/pareto/pareto.h"

namespace latentfuzz {
namespace {

// In lexicographic order no row is dominated by a later one, so each row can be placed by
// comparing it with rows that have a front already.
constexpr std::uint32_t kUnplaced = ~std::uint32_t{0};

struct Point {
  double first, second;
  std::size_t row;
};

std::uint32_t SortTwo(ObjectiveRows objectives, std::span<const std::size_t> rows,
                      std::span<std::uint32_t> fronts) {
  std::vector<Point> points;
  points.reserve(rows.size());
  for (const std::size_t row : rows) {
    points.push_back({objectives.values[2 * row], objectives.values[2 * row + 1], row});
  }
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  });
  // The latest row of a front has its least second objective; over the fronts these grow.
  std::vector<double> least;
  std::uint32_t front = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& point = points[i];
    const bool repeated =
        i > 0 && points[i - 1].first == point.first && points[i - 1].second == point.second;
    if (!repeated) {
      const auto place = std::upper_bound(least.begin(), least.end(), point.second);
      front = static_cast<std::uint32_t>(place - least.begin());
      if (place == least.end()) {
        least.push_back(point.second);
      } else {
        *place = point.second;
      }
    }
    fronts[point.row] = front;
  }
  return static_cast<std::uint32_t>(least.size());
}

std::uint32_t SortMany(ObjectiveRows objectives, std::span<const std::size_t> rows,
                       std::span<std::uint32_t> fronts) {
  std::vector<std::size_t> order(rows.begin(), rows.end());
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::ranges::lexicographical_compare(objectives.row(a), objectives.row(b));
  });
  std::vector<std::vector<std::size_t>> members;
  for (const std::size_t row : order) {
    const auto dominated_by = [&](const std::vector<std::size_t>& front) {
      return std::any_of(front.rbegin(), front.rend(), [&](std::size_t other) {
        return Dominates(objectives.row(other), objectives.row(row));
      });
    };
    // A row that front k dominates is dominated by every front before k too.
    auto place = std::partition_point(members.begin(), members.end(), dominated_by);
    if (place == members.end()) place = members.emplace(place);
    place->push_back(row);
    fronts[row] = static_cast<std::uint32_t>(place - members.begin());
  }
  return static_cast<std::uint32_t>(members.size());
}

}  // namespace

std::vector<std::uint32_t> NonDominatedSort(ObjectiveRows objectives) {
  std::vector<std::uint32_t> fronts(objectives.size(), kUnplaced);
  std::vector<std::size_t> rows;
  rows.reserve(objectives.size());
  for (std::size_t i = 0; i < objectives.size(); ++i) {
    if (!HasNan(objectives.row(i))) rows.push_back(i);
  }
  const auto sort = objectives.columns == 2 ? SortTwo : SortMany;
  const std::uint32_t count = sort(objectives, rows, fronts);
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
