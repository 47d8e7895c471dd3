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

ScoreBatch PredictInChunks(Classifier& model, const ImageBatch& images, std::size_t chunk) {
  ScoreBatch all;
  for (std::size_t begin = 0; begin < images.size(); begin += chunk) {
    const ScoreBatch part =
        model.Predict(images.Slice(begin, std::min(chunk, images.size() - begin)));
    all.kind = part.kind;
    all.classes = part.classes;
    all.values.insert(all.values.end(), part.values.begin(), part.values.end());
  }
  return all;
}

}  // namespace latentfuzz
