#include "latentfuzz/harness/comparison/curves.h"

#include <algorithm>

namespace latentfuzz {

std::vector<std::uint64_t> EvaluationGrid(std::uint64_t budget) {
  const std::uint64_t steps = std::min<std::uint64_t>(100, budget);
  std::vector<std::uint64_t> grid = {0};
  for (std::uint64_t i = 1; i <= steps; ++i) {
    grid.push_back(budget / steps * i + budget % steps * i / steps);
  }
  return grid;
}

std::vector<CurvePoint> Curve(const ComparisonRun& run, const std::vector<std::uint64_t>& grid) {
  std::vector<CurvePoint> curve;
  CurvePoint point;
  for (const std::uint64_t evaluations : grid) {
    point.evaluations = evaluations;
    while (point.findings < run.discoveries.size() &&
           run.discoveries[point.findings].evaluation < evaluations) {
      point.signatures += run.discoveries[point.findings].new_signature;
      ++point.findings;
    }
    curve.push_back(point);
  }
  return curve;
}

}  // namespace latentfuzz
