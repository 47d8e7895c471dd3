// The few statistics that gates and reports need.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace latentfuzz {

struct Interval {
  double low = 0;
  double high = 1;
  double point = 0;  // the proportion itself; 0 for n = 0
};

// Wilson score interval of a proportion (E. B. Wilson, "Probable inference, the law of
// succession, and statistical inference", JASA 22, 1927), 95 % two-sided. [0, 1] for n = 0.
Interval WilsonInterval(std::uint64_t successes, std::uint64_t n);

// The q-quantile of the values, q in [0, 1], by linear interpolation between order statistics
// (type 7 of R. J. Hyndman, Y. Fan, "Sample quantiles in statistical packages", 1996). NaN for no
// values.
double Quantile(std::span<const double> values, double q);
double Median(std::span<const double> values);

// Mann-Whitney U, two-sided p (H. B. Mann, D. R. Whitney, 1947). Up to 50 values in all, exact: the
// share of all ways to deal the ranks, ties sharing theirs, that lie at least as far from the
// middle. For more, the normal approximation with tie and continuity correction. 1 where a sample
// is empty or all values are equal.
double MannWhitneyP(std::span<const double> a, std::span<const double> b);

// Vargha and Delaney's A12: the probability that a value of `a` exceeds one of `b`, ties half
// (A. Vargha, H. D. Delaney, 2000). NaN where a sample is empty.
double A12(std::span<const double> a, std::span<const double> b);

struct Proportion {
  std::uint64_t successes = 0;
  std::uint64_t n = 0;
};

// Fisher's exact test of two proportions, two-sided p: the probability, with all margins given, of
// every table that is no likelier than the one at hand (R. A. Fisher, 1922). 1 where an n is 0.
// REQUIRES: successes <= n, and both n together below 2^32.
double FisherExactP(Proportion a, Proportion b);

// McNemar's exact test of two rates on the same trials, two-sided p: `only_a` and `only_b` count the
// trials on which one alone succeeded; each would be as likely as the other (Q. McNemar, "Note on
// the sampling error of the difference between correlated proportions or percentages", 1947).
double McNemarExactP(std::uint64_t only_a, std::uint64_t only_b);

// The p-values of one family of tests, adjusted by Holm's step-down rule (S. Holm, "A simple
// sequentially rejective multiple test procedure", 1979), in the order given.
std::vector<double> HolmAdjusted(std::span<const double> p);

}  // namespace latentfuzz
