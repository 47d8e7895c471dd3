#include <algorithm>
#include <cmath>

#include "latentfuzz/strategies/pareto/pareto.h"

namespace latentfuzz {

bool HasNan(std::span<const double> row) {
  return std::any_of(row.begin(), row.end(), [](double value) { return std::isnan(value); });
}

bool Dominates(std::span<const double> a, std::span<const double> b) {
  bool better = false;
  for (std::size_t j = 0; j < a.size(); ++j) {
    // Written so that a NaN on either side fails the comparison.
    if (!(a[j] <= b[j])) return false;
    better = better || a[j] < b[j];
  }
  return better;
}

}  // namespace latentfuzz
