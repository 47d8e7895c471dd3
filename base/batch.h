// Plain batches that travel between the rooms: latents, images and scores.
//
// All are row-major and contiguous, own their memory, and are cheap to move.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace latentfuzz {

// Latents are always flat: row i is z_i in R^dim. labels[i] is the class asked of a
// conditional generator, or kNoLabel.
inline constexpr int kNoLabel = -1;

struct LatentBatch {
  std::size_t dim = 0;
  std::vector<float> values;  // [size, dim]
  std::vector<int> labels;    // [size]

  LatentBatch() = default;
  LatentBatch(std::size_t rows, std::size_t latent_size)
      : dim(latent_size), values(rows * latent_size), labels(rows, kNoLabel) {}

  std::size_t size() const { return labels.size(); }
  std::span<float> row(std::size_t i) { return {values.data() + i * dim, dim}; }
  std::span<const float> row(std::size_t i) const { return {values.data() + i * dim, dim}; }
  void Append(std::span<const float> latent, int label);
  // Rows [begin, begin + count).
  LatentBatch Slice(std::size_t begin, std::size_t count) const;
};

struct ImageShape {
  int channels = 0;  // 1 (grey) or 3 (RGB)
  int height = 0;
  int width = 0;

  std::size_t pixels() const {
    return static_cast<std::size_t>(channels) * static_cast<std::size_t>(height) *
           static_cast<std::size_t>(width);
  }
  bool operator==(const ImageShape&) const = default;
  std::string ToString() const;  // "1x28x28"
};

// float32, NCHW, grey or RGB, canonical range [0,1].
struct ImageBatch {
  ImageShape shape;
  std::vector<float> values;  // [size, channels, height, width]

  ImageBatch() = default;
  ImageBatch(std::size_t count, ImageShape each) : shape(each), values(count * each.pixels()) {}

  std::size_t size() const { return shape.pixels() == 0 ? 0 : values.size() / shape.pixels(); }
  std::span<float> image(std::size_t i) {
    return {values.data() + i * shape.pixels(), shape.pixels()};
  }
  std::span<const float> image(std::size_t i) const {
    return {values.data() + i * shape.pixels(), shape.pixels()};
  }
  void Append(std::span<const float> image);
  ImageBatch Slice(std::size_t begin, std::size_t count) const;
};

enum class ScoreKind { kLogits, kProbabilities };

// One row of scores an image, as the classifier gave them.
struct ScoreBatch {
  ScoreKind kind = ScoreKind::kLogits;
  std::size_t classes = 0;
  std::vector<float> values;  // [size, classes]

  std::size_t size() const { return classes == 0 ? 0 : values.size() / classes; }
  std::span<float> row(std::size_t i) { return {values.data() + i * classes, classes}; }
  std::span<const float> row(std::size_t i) const { return {values.data() + i * classes, classes}; }
};

// Index of the largest score; the first one where several are equal. NaN never wins.
int ArgMax(std::span<const float> scores);

// Probabilities of each row: softmax of logits, or the row rescaled to sum 1.
// A row with a non-finite score stays non-finite (all NaN). Shape [size, classes].
ScoreBatch ToProbabilities(const ScoreBatch& scores);

}  // namespace latentfuzz
