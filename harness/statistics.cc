#include "latentfuzz/harness/statistics.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/hypergeometric.hpp>
#include <cmath>
#include <limits>
#include <numeric>

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

double Quantile(std::span<const double> values, double q) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

double Median(std::span<const double> values) { return Quantile(values, 0.5); }

namespace {

// Pairs (a, b) with a > b, ties counted half: the U statistic of `a`.
double UStatistic(std::span<const double> a, std::span<const double> b) {
  double u = 0;
  for (const double x : a) {
    for (const double y : b) u += x > y ? 1 : x == y ? 0.5 : 0;
  }
  return u;
}

// Numbers of equal values among all, in ascending order of the values.
std::vector<std::size_t> TieGroups(std::span<const double> a, std::span<const double> b) {
  std::vector<double> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  std::sort(all.begin(), all.end());
  std::vector<std::size_t> groups;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || all[i] != all[i - 1]) groups.push_back(0);
    ++groups.back();
  }
  return groups;
}

// Binomial coefficients, which count the ways, are whole numbers in a double up to here.
constexpr std::size_t kLargestExact = 50;

// Ranks are doubled, so that those shared by ties are whole. ways[k][s]: in how many ways k of the
// values seen so far have ranks of sum s.
double ExactP(const std::vector<std::size_t>& groups, std::size_t size, std::size_t total,
              double u) {
  const std::size_t largest = total * (total + 1);
  std::vector<std::vector<double>> ways(size + 1, std::vector<double>(largest + 1));
  ways[0][0] = 1;
  std::size_t seen = 0;
  for (const std::size_t group : groups) {
    const std::size_t rank = 2 * seen + group + 1;
    for (std::size_t i = 0; i < group; ++i) {
      for (std::size_t k = std::min(size, seen + i + 1); k > 0; --k) {
        for (std::size_t s = rank; s <= largest; ++s) ways[k][s] += ways[k - 1][s - rank];
      }
    }
    seen += group;
  }
  const double middle = static_cast<double>(size * (total + 1));
  const double least = static_cast<double>(size * (size + 1));
  const double distance = std::abs(2 * u + least - middle);
  double far = 0, all = 0;
  for (std::size_t s = 0; s <= largest; ++s) {
    all += ways[size][s];
    if (std::abs(static_cast<double>(s) - middle) >= distance) far += ways[size][s];
  }
  return far / all;
}

double NormalP(const std::vector<std::size_t>& groups, double n1, double n2, double u) {
  const double n = n1 + n2;
  double ties = 0;
  for (const std::size_t group : groups) {
    const double t = static_cast<double>(group);
    ties += t * t * t - t;
  }
  const double deviation = std::sqrt(n1 * n2 / 12 * (n + 1 - ties / (n * (n - 1))));
  const double z = std::max(0.0, std::abs(u - n1 * n2 / 2) - 0.5) / deviation;
  return std::erfc(z / std::sqrt(2.0));
}

}  // namespace

double MannWhitneyP(std::span<const double> a, std::span<const double> b) {
  const std::vector<std::size_t> groups = TieGroups(a, b);
  if (a.empty() || b.empty() || groups.size() == 1) return 1;
  const std::size_t total = a.size() + b.size();
  const double u = UStatistic(a, b);
  if (total <= kLargestExact) return ExactP(groups, a.size(), total, u);
  return NormalP(groups, static_cast<double>(a.size()), static_cast<double>(b.size()), u);
}

double A12(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return std::numeric_limits<double>::quiet_NaN();
  return UStatistic(a, b) / (static_cast<double>(a.size()) * static_cast<double>(b.size()));
}

double FisherExactP(Proportion a, Proportion b) {
  if (a.n == 0 || b.n == 0) return 1;
  const auto count = [](std::uint64_t value) { return static_cast<unsigned>(value); };
  const unsigned successes = count(a.successes + b.successes);
  const boost::math::hypergeometric_distribution<double> table(successes, count(a.n),
                                                               count(a.n + b.n));
  // Tables as likely as this one may differ from it by rounding.
  const double likely = pdf(table, count(a.successes)) * (1 + 1e-7);
  double p = 0;
  const auto [least, most] = support(table);
  for (unsigned k = least; k <= most; ++k) {
    const double probability = pdf(table, k);
    if (probability <= likely) p += probability;
  }
  return std::min(p, 1.0);
}

double McNemarExactP(std::uint64_t only_a, std::uint64_t only_b) {
  if (only_a + only_b == 0) return 1;
  const boost::math::binomial_distribution<double> fair(static_cast<double>(only_a + only_b), 0.5);
  const double tail = boost::math::cdf(fair, static_cast<double>(std::min(only_a, only_b)));
  return std::min(1.0, 2 * tail);
}

std::vector<double> HolmAdjusted(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return p[i] < p[j]; });
  std::vector<double> adjusted(p.size());
  double least = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    least = std::max(least, std::min(1.0, static_cast<double>(p.size() - i) * p[order[i]]));
    adjusted[order[i]] = least;
  }
  return adjusted;
}

}  // namespace latentfuzz
