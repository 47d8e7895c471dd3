// Images as directions, and the largest cosine to any of them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "latentfuzz/base/batch.h"

namespace latentfuzz {

class CosineIndex {
 public:
  std::size_t size() const { return pixels_ == 0 ? 0 : rows_.size() / pixels_; }
  std::size_t pixels() const { return pixels_; }
  // [size, pixels], each row of norm 1.
  const std::vector<float>& rows() const { return rows_; }

  // For each image the largest cosine to a row, in [-1, 1]; 0 where the index is empty or the image
  // has no direction (black, or not finite). One [n, pixels] x [pixels, size] product.
  std::vector<double> MaxCosine(const ImageBatch& images) const;
  double MaxCosine(std::span<const float> image) const;

  // False, and nothing is added, where the image has no direction.
  bool Add(std::span<const float> image);
  // A row of norm 1 as rows() gave it, bit for bit.
  void AddUnit(std::span<const float> row);

 private:
  std::vector<double> MaxCosine(std::span<const float> images, std::size_t count) const;

  std::size_t pixels_ = 0;
  std::vector<float> rows_;
};

}  // namespace latentfuzz
