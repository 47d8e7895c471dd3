#include "latentfuzz/strategies/genai/step_rule.h"

#include <algorithm>
#include <cmath>

namespace latentfuzz {

double StepRule::Next(double step, double best, double before) const {
  // The difference of two infinities would be NaN.
  const bool stagnated = best == before || std::abs(best - before) <= tolerance;
  return std::min(most, stagnated ? factor * step : reset * initial);
}

}  // namespace latentfuzz
