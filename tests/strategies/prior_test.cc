#include "latentfuzz/strategies/prior.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

TEST(Prior, NormalMoments) {
  Rng rng(1, StreamPurpose::kTest);
  std::vector<float> latent(20000);
  DrawPrior({.size = latent.size()}, rng, latent);
  double sum = 0, squares = 0;
  for (const float gene : latent) {
    sum += gene;
    squares += static_cast<double>(gene) * gene;
  }
  EXPECT_NEAR(sum / 20000, 0, 0.03);
  EXPECT_NEAR(squares / 20000, 1, 0.05);
}

TEST(Prior, UniformFillsItsBounds) {
  Rng rng(1, StreamPurpose::kTest);
  std::vector<float> latent(5000);
  DrawPrior({.size = 5000, .prior = Prior::kUniform, .low = 2, .high = 3}, rng, latent);
  const auto [least, most] = std::minmax_element(latent.begin(), latent.end());
  EXPECT_GE(*least, 2);
  EXPECT_LT(*least, 2.01);
  EXPECT_LE(*most, 3);
  EXPECT_GT(*most, 2.99);
}

TEST(Prior, TruncationShrinksDrawsTowardTheMiddle) {
  LatentSpace normal{.size = 5000};
  LatentSpace uniform{.size = 5000, .prior = Prior::kUniform, .low = 2, .high = 6};
  for (LatentSpace* space : {&normal, &uniform}) {
    std::vector<float> whole(5000), half(5000);
    Rng a(1, StreamPurpose::kTest), b(1, StreamPurpose::kTest);
    DrawPrior(*space, a, whole);
    space->truncation = 0.5;
    DrawPrior(*space, b, half);
    const auto middle = static_cast<float>(space->middle());
    for (std::size_t i = 0; i < 5000; ++i) {
      ASSERT_NEAR(half[i] - middle, (whole[i] - middle) / 2, 1e-5);
    }
  }
}

TEST(Prior, LabelsCoverTheClasses) {
  Rng rng(1, StreamPurpose::kTest);
  const LatentSpace space{.size = 1, .classes = 3};
  std::set<int> labels;
  for (int i = 0; i < 100; ++i) labels.insert(DrawLabel(space, rng));
  EXPECT_EQ(labels, (std::set<int>{0, 1, 2}));
  EXPECT_EQ(DrawLabel({.size = 1}, rng), kNoLabel);
}

TEST(Prior, SeedsKeepTheirLabelWhereLabelsCount) {
  Rng rng(1, StreamPurpose::kTest);
  const LatentSpace space{.size = 1, .classes = 3};
  EXPECT_EQ(SeedLabel(space, {{0}, 2, "s"}, rng), 2);
  EXPECT_GE(SeedLabel(space, {{0}, -1, "s"}, rng), 0);
  EXPECT_EQ(SeedLabel({.size = 1}, {{0}, 2, "s"}, rng), kNoLabel);
}

void ExpectRefused(const LatentSpace& space, const SeedLatent& seed, const std::string& words) {
  try {
    CheckSpaceAndSeeds(space, std::vector<SeedLatent>{seed});
    ADD_FAILURE() << words;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    EXPECT_FALSE(error.hint().empty());
  }
}

TEST(Prior, ChecksNameWhatIsWrong) {
  const LatentSpace space{.size = 2, .classes = 3};
  EXPECT_NO_THROW(CheckSpaceAndSeeds(space, std::vector<SeedLatent>{{{0, 0}, 2, "s"}}));
  ExpectRefused(space, {{0}, 0, "corpus:ab"}, "'corpus:ab' has 1 values");
  ExpectRefused(space, {{0, std::numeric_limits<float>::quiet_NaN()}, 0, "s"}, "not finite");
  ExpectRefused(space, {{0, 0}, 3, "s"}, "label 3");
  ExpectRefused({.size = 0}, {{}, 0, "s"}, "size 0");
  ExpectRefused({.size = 2, .prior = Prior::kUniform, .low = 1, .high = 1}, {{0, 0}, 0, "s"},
                "interval");
}

}  // namespace
}  // namespace latentfuzz
