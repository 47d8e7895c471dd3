#include "latentfuzz/strategies/boundary/tolerance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace latentfuzz {

void Tolerance::Learn(double violation) {
  const std::size_t place = draws_++ % kLatest;
  if (place >= latest_.size()) latest_.emplace_back();
  latest_[place] = std::isnan(violation) ? std::numeric_limits<double>::max() : violation;
  std::vector<double> sorted = latest_;
  const auto median = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), median, sorted.end());
  limit_ = *median;
}

}  // namespace latentfuzz
