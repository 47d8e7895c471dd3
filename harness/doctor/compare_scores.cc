#include "latentfuzz/harness/doctor/compare_scores.h"

#include <algorithm>
#include <cmath>

namespace latentfuzz {

namespace {

// NaN does not count.
double LargestDifference(const ScoreBatch& a, const ScoreBatch& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    const double d = std::abs(static_cast<double>(a.values[i]) - static_cast<double>(b.values[i]));
    if (d > largest) largest = d;
  }
  return largest;
}

}  // namespace

ScoreDifference CompareScores(const ScoreBatch& a, const ScoreBatch& b) {
  const ScoreBatch p = ToProbabilities(a);
  const ScoreBatch q = ToProbabilities(b);
  ScoreDifference difference{LargestDifference(a, b), LargestDifference(p, q)};
  for (std::size_t i = 0; i < p.size(); ++i)
    difference.labels += ArgMax(p.row(i)) != ArgMax(q.row(i));
  return difference;
}

}  // namespace latentfuzz
