#include "latentfuzz/training/observer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace latentfuzz::training {
namespace {

constexpr std::size_t kBins = 2048;
constexpr int kCandidates = 100;

struct Histogram {
  double low = 0;
  double width = 0;  // of a bin
  std::vector<double> counts = std::vector<double>(kBins, 0.0);

  double Centre(std::size_t bin) const { return low + (static_cast<double>(bin) + 0.5) * width; }
};

Histogram MakeHistogram(std::span<const float> values, double low, double high) {
  Histogram histogram{low, (high - low) / static_cast<double>(kBins)};
  for (const float value : values) {
    const double at = (static_cast<double>(value) - low) / histogram.width;
    ++histogram.counts[std::min(static_cast<std::size_t>(std::max(at, 0.0)), kBins - 1)];
  }
  return histogram;
}

AffineRange RangeOf(double low, double high, int levels) {
  const double scale = (high - low) / (levels - 1);
  return {scale, static_cast<int>(std::lround(-low / scale))};
}

double SquaredError(const Histogram& histogram, const AffineRange& range, int levels) {
  double sum = 0;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    const double value = histogram.Centre(bin);
    const double q = std::clamp(std::nearbyint(value / range.scale) + range.zero_point, 0.0,
                                static_cast<double>(levels - 1));
    const double error = value - (q - range.zero_point) * range.scale;
    sum += histogram.counts[bin] * error * error;
  }
  return sum;
}

}  // namespace

AffineRange ObserveRange(std::span<const float> values, int levels) {
  double low = 0;
  double high = 0;
  for (const float value : values) {
    low = std::min(low, static_cast<double>(value));
    high = std::max(high, static_cast<double>(value));
  }
  if (high == low) return {};
  const Histogram histogram = MakeHistogram(values, low, high);
  AffineRange best;
  double least = std::numeric_limits<double>::infinity();
  for (int i = kCandidates; i > kCandidates / 4; --i) {
    const double share = static_cast<double>(i) / kCandidates;
    const AffineRange range = RangeOf(share * low, share * high, levels);
    const double error = SquaredError(histogram, range, levels);
    if (error < least) {
      least = error;
      best = range;
    }
  }
  return best;
}

}  // namespace latentfuzz::training
