// Findings and signatures over evaluations.
#pragma once

#include <cstdint>
#include <vector>

#include "latentfuzz/harness/compare.h"

namespace latentfuzz {

struct CurvePoint {
  std::uint64_t evaluations = 0;
  std::uint64_t findings = 0;
  std::uint64_t signatures = 0;
};

// From 0 to the budget in up to 100 equal steps, the same for every run of a comparison.
std::vector<std::uint64_t> EvaluationGrid(std::uint64_t budget);

// What a run had found after each of these numbers of evaluations.
std::vector<CurvePoint> Curve(const ComparisonRun& run, const std::vector<std::uint64_t>& grid);

}  // namespace latentfuzz
