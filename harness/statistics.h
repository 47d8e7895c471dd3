// The few statistics that gates and reports need.
#pragma once

#include <cstdint>
#include <span>

namespace latentfuzz {

struct Interval {
  double low = 0;
  double high = 1;
  double point = 0;  // the proportion itself; 0 for n = 0
};

// Wilson score interval of a proportion (E. B. Wilson, "Probable inference, the law of
// succession, and statistical inference", JASA 22, 1927), 95 % two-sided. [0, 1] for n = 0.
Interval WilsonInterval(std::uint64_t successes, std::uint64_t n);

// Median of the values; NaN for none.
double Median(std::span<const double> values);

// Mann-Whitney U, two-sided p by the normal approximation with tie and continuity correction
// (H. B. Mann, D. R. Whitney, 1947). 1 where a sample is empty or all values are equal.
double MannWhitneyP(std::span<const double> a, std::span<const double> b);

// Vargha and Delaney's A12: the probability that a value of `a` exceeds one of `b`, ties half
// (A. Vargha, H. D. Delaney, 2000). NaN where a sample is empty.
double A12(std::span<const double> a, std::span<const double> b);

}  // namespace latentfuzz
