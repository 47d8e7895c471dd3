#include "latentfuzz/training/near_copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "latentfuzz/base/rng.h"

namespace latentfuzz::training {
namespace {

LabelledImages Points(const std::vector<std::pair<float, int>>& points) {
  LabelledImages data;
  data.images.shape = {1, 1, 1};
  for (const auto& [value, label] : points) {
    data.images.values.push_back(value);
    data.labels.push_back(label);
  }
  return data;
}

TEST(NearCopyRadius, HalfTheMedianToTheNearestOfTheSameClass) {
  // Nearest of the same class: 0.5, 0.2, 0.2 in class 0, where the class-1 image between them
  // does not count; 0.3, 0.3 in class 1. Sorted 0.2 0.2 0.3 0.3 0.5, median 0.3.
  const LabelledImages data = Points({{0.0F, 0}, {0.5F, 0}, {0.7F, 0}, {0.55F, 1}, {0.85F, 1}});
  EXPECT_NEAR(NearCopyRadius(data), 0.15, 1e-6);
}

TEST(NearCopyRadius, ExactCopiesHaveDistanceZero) {
  EXPECT_EQ(NearCopyRadius(Points({{0.3F, 0}, {0.3F, 0}, {0.3F, 0}})), 0.0);
}

TEST(NearCopyRadius, ClassesOfOneImageDoNotCount) {
  EXPECT_NEAR(NearCopyRadius(Points({{0.0F, 0}, {0.4F, 0}, {0.9F, 1}})), 0.2, 1e-6);
  EXPECT_EQ(NearCopyRadius(Points({{0.0F, 0}, {0.9F, 1}})), 0.0);
}

TEST(NearCopyRadius, AgreesWithAllPairsOverManyBlocks) {
  LabelledImages data;
  data.images = ImageBatch(2300, {1, 2, 2});
  data.labels.assign(2300, 0);
  Rng rng(5, StreamPurpose::kTest);
  for (float& value : data.images.values) value = static_cast<float>(rng.Uniform());
  std::vector<double> nearest;
  for (std::size_t i = 0; i < data.images.size(); ++i) {
    double least = 1e9;
    for (std::size_t j = 0; j < data.images.size(); ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        sum += std::pow(static_cast<double>(data.images.image(i)[k] - data.images.image(j)[k]), 2);
      }
      if (i != j) least = std::min(least, std::sqrt(sum));
    }
    nearest.push_back(least);
  }
  std::nth_element(nearest.begin(), nearest.begin() + 1150, nearest.end());
  EXPECT_NEAR(NearCopyRadius(data), nearest[1150] / 2, 1e-3 * nearest[1150]);
}

}  // namespace
}  // namespace latentfuzz::training
