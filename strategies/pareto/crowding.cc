#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "latentfuzz/strategies/pareto/pareto.h"

namespace latentfuzz {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Keyed = std::pair<double, std::size_t>;  // value of one objective, row

void AddObjective(std::span<const Keyed> sorted, std::span<double> distance) {
  const double range = sorted.back().first - sorted.front().first;
  if (!(range > 0)) return;
  distance[sorted.front().second] = kInfinity;
  distance[sorted.back().second] = kInfinity;
  if (!std::isfinite(range)) return;
  for (std::size_t i = 1; i + 1 < sorted.size(); ++i) {
    distance[sorted[i].second] += (sorted[i + 1].first - sorted[i - 1].first) / range;
  }
}

}  // namespace

void AssignCrowding(ObjectiveRows objectives, std::span<const std::size_t> front,
                    std::span<double> distance) {
  std::vector<std::size_t> rows;
  rows.reserve(front.size());
  for (const std::size_t row : front) {
    distance[row] = 0;
    if (!HasNan(objectives, row)) rows.push_back(row);
  }
  if (rows.size() <= 2) {
    for (const std::size_t row : rows) distance[row] = kInfinity;
    return;
  }
  std::vector<Keyed> sorted(rows.size());
  for (std::size_t j = 0; j < objectives.objectives(); ++j) {
    std::transform(rows.begin(), rows.end(), sorted.begin(), [&](std::size_t row) {
      return Keyed{objectives.values[row * objectives.columns + j], row};
    });
    std::sort(sorted.begin(), sorted.end());
    AddObjective(sorted, distance);
  }
}

}  // namespace latentfuzz
