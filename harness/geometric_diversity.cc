#include "latentfuzz/harness/geometric_diversity.h"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

constexpr double kEpsilon = 1e-6;

void AppendScaled(std::span<const float> row, std::vector<double>& scaled) {
  const auto [least, most] = std::ranges::minmax(row);
  const double range = static_cast<double>(most) - least;
  for (const float value : row) scaled.push_back(range > 0 ? (value - least) / range : 0);
}

std::vector<std::uint8_t> Picture(const FindingSummary& finding, ImageShape* shape) {
  return ReadPng(finding.directory / "image.png", shape);
}

}  // namespace

double GeometricDiversity(std::span<const float> features, std::size_t rows) {
  if (rows == 0 || features.empty()) return 0;
  const std::size_t columns = features.size() / rows;
  std::vector<double> scaled;
  scaled.reserve(features.size());
  for (std::size_t i = 0; i < rows; ++i)
    AppendScaled(features.subspan(i * columns, columns), scaled);
  const cv::Mat v(static_cast<int>(rows), static_cast<int>(columns), CV_64F, scaled.data());
  const cv::Mat products = v * v.t();
  cv::Mat eigenvalues;
  cv::eigen(products, eigenvalues);
  double sum = 0;
  for (int i = 0; i < eigenvalues.rows; ++i) {
    // Rounding may leave a zero a little below 0.
    sum += std::log(std::max(eigenvalues.at<double>(i), 0.0) + kEpsilon);
  }
  return sum;
}

std::optional<double> GeometricDiversity(const std::vector<FindingSummary>& findings) {
  if (findings.size() < kGeometricDiversitySize) return std::nullopt;
  std::vector<float> pixels;
  ImageShape first;
  try {
    for (std::size_t i = 0; i < kGeometricDiversitySize; ++i) {
      ImageShape shape;
      const auto bytes = Picture(findings[i * findings.size() / kGeometricDiversitySize], &shape);
      if (i == 0) first = shape;
      if (shape != first) return std::nullopt;
      pixels.insert(pixels.end(), bytes.begin(), bytes.end());
    }
  } catch (const Error&) {  // a damaged picture is no reason to withhold the other figures
    return std::nullopt;
  }
  return GeometricDiversity(pixels, kGeometricDiversitySize);
}

}  // namespace latentfuzz
