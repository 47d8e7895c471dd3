#include "latentfuzz/harness/representatives.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <opencv2/core.hpp>
#include <utility>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

double Norm(std::span<const float> image) {
  return std::sqrt(std::inner_product(image.begin(), image.end(), image.begin(), 0.0));
}

// cv::Mat has no const view; the data is only read.
cv::Mat View(std::span<const float> values, std::size_t rows) {
  return {static_cast<int>(rows), static_cast<int>(values.size() / rows), CV_32F,
          const_cast<float*>(values.data())};
}

}  // namespace

std::vector<double> Representatives::MaxCosine(std::span<const float> images,
                                               std::size_t count) const {
  std::vector<double> best(count, 0.0);
  if (size() == 0 || count == 0) return best;
  cv::Mat products;
  cv::gemm(View(images, count), View(rows_, size()), 1, cv::noArray(), 0, products, cv::GEMM_2_T);
  for (std::size_t i = 0; i < count; ++i) {
    const double norm = Norm(images.subspan(i * pixels_, pixels_));
    if (!(norm > 0)) continue;  // black, or not finite
    double largest = -norm;
    for (std::size_t r = 0; r < size(); ++r) {
      largest = std::max(largest, static_cast<double>(products.at<float>(static_cast<int>(i),
                                                                         static_cast<int>(r))));
    }
    best[i] = largest / norm;
  }
  return best;
}

std::vector<double> Representatives::MaxCosine(const ImageBatch& images) const {
  return MaxCosine(images.values, images.size());
}

void Representatives::Add(std::span<const float> image) {
  const double norm = Norm(image);
  if (!(norm > 0) || !std::isfinite(norm)) return;
  if (pixels_ == 0) pixels_ = image.size();
  if (size() > 0 && 1 - MaxCosine(image, 1)[0] < threshold_) return;
  for (const float v : image) rows_.push_back(static_cast<float>(v / norm));
  while (size() > capacity_) Thin();
}

void Representatives::Thin() {
  threshold_ *= 1.5;
  const std::vector<float> old = std::exchange(rows_, {});
  const std::span<const float> all(old);
  for (std::size_t begin = 0; begin < old.size(); begin += pixels_) {
    const auto row = all.subspan(begin, pixels_);
    if (size() > 0 && 1 - MaxCosine(row, 1)[0] < threshold_) continue;
    rows_.insert(rows_.end(), row.begin(), row.end());
  }
}

std::string Representatives::Save() const {
  std::string bytes;
  nlohmann::json::to_cbor({{"threshold", threshold_}, {"pixels", pixels_}, {"rows", rows_}}, bytes);
  return bytes;
}

void Representatives::Load(std::string_view state) {
  try {
    const auto json = nlohmann::json::from_cbor(state);
    const auto threshold = json.at("threshold").get<double>();
    const auto pixels = json.at("pixels").get<std::size_t>();
    auto rows = json.at("rows").get<std::vector<float>>();
    if (pixels == 0 ? !rows.empty() : rows.size() % pixels != 0) {
      throw Error(ErrorKind::kData,
                  "representatives cannot be restored: no whole number of images");
    }
    threshold_ = threshold;
    pixels_ = pixels;
    rows_ = std::move(rows);
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorKind::kData,
                std::string("representatives cannot be restored: ") + error.what());
  }
}

}  // namespace latentfuzz
