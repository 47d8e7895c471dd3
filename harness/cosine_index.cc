#include "latentfuzz/harness/cosine_index.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <opencv2/core.hpp>

namespace latentfuzz {
namespace {

double Norm(std::span<const float> image) {
  return std::sqrt(std::inner_product(image.begin(), image.end(), image.begin(), 0.0));
}

bool HasDirection(double norm) { return norm > 0 && std::isfinite(norm); }

// cv::Mat has no const view; the data is only read.
cv::Mat View(std::span<const float> values, std::size_t rows) {
  return {static_cast<int>(rows), static_cast<int>(values.size() / rows), CV_32F,
          const_cast<float*>(values.data())};
}

}  // namespace

std::vector<double> CosineIndex::MaxCosine(std::span<const float> images, std::size_t count) const {
  std::vector<double> best(count, 0.0);
  if (size() == 0 || count == 0) return best;
  cv::Mat products;
  cv::gemm(View(images, count), View(rows_, size()), 1, cv::noArray(), 0, products, cv::GEMM_2_T);
  for (std::size_t i = 0; i < count; ++i) {
    const double norm = Norm(images.subspan(i * pixels_, pixels_));
    if (!HasDirection(norm)) continue;
    const float* row = products.ptr<float>(static_cast<int>(i));
    best[i] = static_cast<double>(*std::max_element(row, row + size())) / norm;
  }
  return best;
}

std::vector<double> CosineIndex::MaxCosine(const ImageBatch& images) const {
  return MaxCosine(images.values, images.size());
}

double CosineIndex::MaxCosine(std::span<const float> image) const {
  return MaxCosine(image, 1).front();
}

bool CosineIndex::Add(std::span<const float> image) {
  const double norm = Norm(image);
  if (!HasDirection(norm)) return false;
  std::vector<float> unit;
  for (const float v : image) unit.push_back(static_cast<float>(v / norm));
  AddUnit(unit);
  return true;
}

void CosineIndex::AddUnit(std::span<const float> row) {
  pixels_ = row.size();
  rows_.insert(rows_.end(), row.begin(), row.end());
}

}  // namespace latentfuzz
