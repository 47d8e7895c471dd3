#include "latentfuzz/harness/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace latentfuzz {

Interval WilsonInterval(std::uint64_t successes, std::uint64_t n) {
  if (n == 0) return {};
  constexpr double kZ = 1.959963984540054;  // 97.5 % quantile of N(0, 1)
  const double count = static_cast<double>(n);
  const double p = static_cast<double>(successes) / count;
  const double scale = 1 + kZ * kZ / count;
  const double centre = p + kZ * kZ / (2 * count);
  const double spread = kZ * std::sqrt(p * (1 - p) / count + kZ * kZ / (4 * count * count));
  // The bounds at 0 and n are exact; rounding must not leave a hair between them.
  return {successes == 0 ? 0 : std::max(0.0, (centre - spread) / scale),
          successes == n ? 1 : std::min(1.0, (centre + spread) / scale), p};
}

double Median(std::span<const double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

namespace {

// Pairs (a, b) with a > b, ties counted half: the U statistic of `a`.
double UStatistic(std::span<const double> a, std::span<const double> b) {
  double u = 0;
  for (const double x : a) {
    for (const double y : b) u += x > y ? 1 : x == y ? 0.5 : 0;
  }
  return u;
}

}  // namespace

double MannWhitneyP(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return 1;
  std::vector<double> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  std::sort(all.begin(), all.end());
  const double n1 = static_cast<double>(a.size());
  const double n2 = static_cast<double>(b.size());
  const double n = n1 + n2;
  double ties = 0;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i;
    while (end < all.size() && all[end] == all[i]) ++end;
    const double t = static_cast<double>(end - i);
    ties += t * t * t - t;
    i = end;
  }
  const double variance = n1 * n2 / 12 * (n + 1 - ties / (n * (n - 1)));
  if (!(variance > 0)) return 1;
  const double distance = std::abs(UStatistic(a, b) - n1 * n2 / 2);
  const double z = std::max(0.0, distance - 0.5) / std::sqrt(variance);
  return std::erfc(z / std::sqrt(2.0));
}

double A12(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return std::numeric_limits<double>::quiet_NaN();
  return UStatistic(a, b) / (static_cast<double>(a.size()) * static_cast<double>(b.size()));
}

}  // namespace latentfuzz
