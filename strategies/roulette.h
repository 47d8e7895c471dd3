// Draws in proportion to weights.
#pragma once

#include <cstddef>
#include <span>

#include "latentfuzz/base/rng.h"

namespace latentfuzz {

// An index of `weights`, each as likely as its weight is large; each as likely where none is
// positive. REQUIRES: weights is not empty, and none is negative or NaN.
inline std::size_t Roulette(std::span<const double> weights, Rng& rng) {
  double total = 0;
  for (const double weight : weights) total += weight;
  if (!(total > 0)) return rng.Below(weights.size());
  double left = rng.Uniform(0, total);
  std::size_t last = 0;  // what rounding leaves over falls to the last weight that is positive
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!(weights[i] > 0)) continue;
    last = i;
    left -= weights[i];
    if (left < 0) break;
  }
  return last;
}

}  // namespace latentfuzz
