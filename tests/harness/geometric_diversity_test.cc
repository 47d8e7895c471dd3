#include "latentfuzz/harness/geometric_diversity.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/base/rng.h"
#include "latentfuzz/tests/corpus/samples.h"

namespace latentfuzz {
namespace {

constexpr double kEpsilon = 1e-6;

// The figure as the artefact of DiffGAN (arXiv 2410.19794) took it.
double Absolute(std::span<const float> features, std::size_t rows) {
  return std::abs(GeometricDiversity(features, rows));
}

std::vector<float> RandomRows(std::size_t rows, std::size_t columns, std::size_t different) {
  std::vector<float> values;
  for (std::size_t i = 0; i < rows; ++i) {
    Rng rng(3, StreamPurpose::kTest, i % different);
    for (std::size_t j = 0; j < columns; ++j) values.push_back(static_cast<float>(rng.Uniform()));
  }
  return values;
}

TEST(GeometricDiversity, ByHand) {
  // Rows (1, 0, 1) and (0, 1, 1): V V^T = [[2, 1], [1, 2]], whose eigenvalues are 1 and 3.
  const std::vector<float> rows{1, 0, 1, 0, 1, 1};
  EXPECT_NEAR(GeometricDiversity(rows, 2), std::log(3.0), 1e-5);
}

TEST(GeometricDiversity, RowsAreScaledToTheUnitInterval) {
  const std::vector<float> rows{1, 0, 1, 0, 1, 1}, moved{9, 3, 9, -2, -1, -1};
  EXPECT_NEAR(GeometricDiversity(moved, 2), GeometricDiversity(rows, 2), 1e-9);
}

TEST(GeometricDiversity, CopiesAddTheLogarithmOfEpsilon) {
  const std::vector<float> copies{0, 1, 1, 0, 1, 1};  // eigenvalues 4 and 0
  EXPECT_NEAR(GeometricDiversity(copies, 2), std::log(4.0) + std::log(kEpsilon), 1e-5);
  const std::vector<float> black(6, 0.25F);
  EXPECT_NEAR(GeometricDiversity(black, 2), 2 * std::log(kEpsilon), 1e-9);
}

TEST(GeometricDiversity, NothingHasNone) {
  EXPECT_EQ(GeometricDiversity(std::span<float>(), 0), 0);
}

// An absolute value calls the set of copies the most diverse one.
TEST(GeometricDiversity, FallsWithEveryCopyUnlikeItsAbsoluteValue) {
  double before = std::numeric_limits<double>::infinity();
  for (const std::size_t different : {20U, 15U, 10U, 5U, 2U, 1U}) {
    const double now = GeometricDiversity(RandomRows(20, 64, different), 20);
    EXPECT_LT(now, before) << different;
    EXPECT_TRUE(std::isfinite(now));
    before = now;
  }
  EXPECT_GT(Absolute(RandomRows(20, 64, 1), 20), Absolute(RandomRows(20, 64, 20), 20));
}

class OfFindings : public testing::Test {
 protected:
  void Add(const std::vector<float>& pixels, const ImageShape& shape) {
    FindingSummary finding;
    finding.directory = directory_.path() / std::to_string(findings_.size());
    std::filesystem::create_directories(finding.directory);
    std::ofstream(finding.directory / "image.png", std::ios::binary) << EncodePng(pixels, shape);
    findings_.push_back(finding);
  }

  samples::TemporaryDirectory directory_;
  std::vector<FindingSummary> findings_;
};

TEST_F(OfFindings, TakesEvenlySpreadOnesOfAFixedNumber) {
  const ImageShape shape{1, 5, 8};
  std::vector<float> taken;
  for (std::size_t i = 0; i < 2 * kGeometricDiversitySize; ++i) {
    EXPECT_EQ(GeometricDiversity(findings_).has_value(), i >= kGeometricDiversitySize);
    std::vector<float> pixels(shape.pixels());
    Rng rng(4, StreamPurpose::kTest, i);
    for (auto& each : pixels) each = static_cast<float>(rng.Below(256)) / 255;
    Add(pixels, shape);
    if (i % 2 == 0) taken.insert(taken.end(), pixels.begin(), pixels.end());
  }
  ASSERT_TRUE(GeometricDiversity(findings_));
  EXPECT_NEAR(*GeometricDiversity(findings_), GeometricDiversity(taken, kGeometricDiversitySize),
              1e-4);
}

TEST_F(OfFindings, NoFigureWithoutItsPictures) {
  for (std::size_t i = 0; i < kGeometricDiversitySize; ++i) {
    Add(std::vector<float>(16, 0.5F), {1, 4, 4});
  }
  EXPECT_TRUE(GeometricDiversity(findings_));
  std::filesystem::remove(findings_[3].directory / "image.png");
  EXPECT_FALSE(GeometricDiversity(findings_));
}

TEST_F(OfFindings, NoFigureForImagesOfSeveralShapes) {
  for (std::size_t i = 0; i < kGeometricDiversitySize; ++i) {
    Add(std::vector<float>(16, 0.5F), i == 7 ? ImageShape{1, 2, 8} : ImageShape{1, 4, 4});
  }
  EXPECT_FALSE(GeometricDiversity(findings_));
}

}  // namespace
}  // namespace latentfuzz
