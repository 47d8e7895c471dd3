#include "latentfuzz/base/batch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace latentfuzz {

void LatentBatch::Append(std::span<const float> latent, int label) {
  if (dim == 0) dim = latent.size();
  values.insert(values.end(), latent.begin(), latent.end());
  labels.push_back(label);
}

LatentBatch LatentBatch::Slice(std::size_t begin, std::size_t count) const {
  LatentBatch out(count, dim);
  std::copy_n(values.data() + begin * dim, count * dim, out.values.data());
  std::copy_n(labels.data() + begin, count, out.labels.data());
  return out;
}

std::string ImageShape::ToString() const {
  return std::to_string(channels) + "x" + std::to_string(height) + "x" + std::to_string(width);
}

void ImageBatch::Append(std::span<const float> image) {
  values.insert(values.end(), image.begin(), image.end());
}

ImageBatch ImageBatch::Slice(std::size_t begin, std::size_t count) const {
  ImageBatch out(count, shape);
  std::copy_n(values.data() + begin * shape.pixels(), count * shape.pixels(), out.values.data());
  return out;
}

int ArgMax(std::span<const float> scores) {
  int best = 0;
  for (std::size_t i = 1; i < scores.size(); ++i) {
    const float top = scores[static_cast<std::size_t>(best)];
    if (scores[i] > top || (std::isnan(top) && !std::isnan(scores[i]))) best = static_cast<int>(i);
  }
  return best;
}

namespace {

void SoftmaxRow(std::span<float> row) {
  const float top = *std::max_element(row.begin(), row.end());
  double sum = 0;
  for (float& s : row) {
    s = std::exp(s - top);
    sum += s;
  }
  for (float& s : row) s = static_cast<float>(s / sum);
}

void RescaleRow(std::span<float> row) {
  const double sum = std::accumulate(row.begin(), row.end(), 0.0);
  if (sum <= 0) return;  // an all-zero row has no distribution; leave it for the oracle
  for (float& s : row) s = static_cast<float>(s / sum);
}

}  // namespace

ScoreBatch ToProbabilities(const ScoreBatch& scores) {
  ScoreBatch out = scores;
  out.kind = ScoreKind::kProbabilities;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::span<float> row = out.row(i);
    if (!std::all_of(row.begin(), row.end(), [](float s) { return std::isfinite(s); })) {
      std::fill(row.begin(), row.end(), std::numeric_limits<float>::quiet_NaN());
    } else if (scores.kind == ScoreKind::kLogits) {
      SoftmaxRow(row);
    } else {
      RescaleRow(row);
    }
  }
  return out;
}

}  // namespace latentfuzz
