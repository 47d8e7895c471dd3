// What is measured of the runs of a comparison.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "latentfuzz/harness/compare.h"

namespace latentfuzz {

struct Measure {
  const char* name;  // as shown
  const char* key;   // as a column of a file is named
  double (*value)(const ComparisonRun&);
  bool tested;  // against the baseline; machine speed is not
};

std::span<const Measure> Measures();

// The measure of the runs of one strategy, in the order of the runs.
std::vector<double> Sample(const Comparison& comparison, const std::string& strategy,
                           const Measure& measure);

}  // namespace latentfuzz
