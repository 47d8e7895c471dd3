#include "latentfuzz/training/observer.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "latentfuzz/base/rng.h"

namespace latentfuzz::training {
namespace {

double MeanSquaredError(const std::vector<float>& values, const AffineRange& range, int levels) {
  double sum = 0;
  for (const float value : values) {
    const double q =
        std::clamp(std::nearbyint(static_cast<double>(value) / range.scale) + range.zero_point, 0.0,
                   levels - 1.0);
    const double error = static_cast<double>(value) - (q - range.zero_point) * range.scale;
    sum += error * error;
  }
  return sum / static_cast<double>(values.size());
}

TEST(ObserveRange, EvenValuesKeepTheFullRange) {
  std::vector<float> values;
  for (int i = 0; i <= 1270; ++i) values.push_back(static_cast<float>(i) / 1270.0F);
  const AffineRange range = ObserveRange(values, 128);
  EXPECT_NEAR(range.scale, 1.0 / 127, 0.02 / 127);
  EXPECT_EQ(range.zero_point, 0);
}

TEST(ObserveRange, ZeroIsExactAndNegativesAreCovered) {
  std::vector<float> values;
  for (int i = -100; i <= 300; ++i) values.push_back(static_cast<float>(i) / 100.0F);
  const AffineRange range = ObserveRange(values, 256);
  EXPECT_NEAR(range.scale, 4.0 / 255, 0.1 / 255);
  EXPECT_NEAR(range.zero_point, 64, 2);
}

TEST(ObserveRange, ClipsALoneOutlierWhereThatLowersTheError) {
  Rng rng(3, StreamPurpose::kTest);
  std::vector<float> values;
  for (int i = 0; i < 200000; ++i) values.push_back(static_cast<float>(rng.Uniform()));
  values.push_back(2.5F);
  const AffineRange range = ObserveRange(values, 128);
  EXPECT_LT(range.scale * 127, 2.0);
  EXPECT_LT(MeanSquaredError(values, range, 128), MeanSquaredError(values, {2.5 / 127, 0}, 128));
}

TEST(ObserveRange, AllZeroIsHarmless) {
  EXPECT_EQ(ObserveRange(std::vector<float>(10, 0.0F), 128).scale, 1.0);
}

}  // namespace
}  // namespace latentfuzz::training
