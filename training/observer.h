// Chooses the range of an activation for static quantization.
#pragma once

#include <span>

namespace latentfuzz::training {

// value ~ (q - zero_point) * scale, q in [0, levels - 1].
struct AffineRange {
  double scale = 1;
  int zero_point = 0;
};

// The range, containing 0, with the least mean squared error of `values` after quantization to
// `levels` steps: clipping few outliers against finer steps for the rest. Searches from the full
// range downwards, over a histogram. REQUIRES: finite values, levels >= 2.
AffineRange ObserveRange(std::span<const float> values, int levels);

}  // namespace latentfuzz::training
