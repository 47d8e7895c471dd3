#include "latentfuzz/strategies/mutators/genes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace latentfuzz {
namespace {

TEST(Genes, CoinsAreFair) {
  Rng rng(1, StreamPurpose::kTest);
  Coins coins(rng);
  int heads = 0, changes = 0;
  bool last = false;
  for (int i = 0; i < 10000; ++i) {
    const bool flip = coins.Flip();
    heads += flip ? 1 : 0;
    changes += flip != last ? 1 : 0;
    last = flip;
  }
  EXPECT_NEAR(heads, 5000, 200);
  EXPECT_NEAR(changes, 5000, 200);
}

TEST(Genes, UniformFloatStaysBelowOne) {
  Rng rng(1, StreamPurpose::kTest);
  double sum = 0;
  for (int i = 0; i < 10000; ++i) {
    const float u = UniformFloat(rng);
    ASSERT_GE(u, 0.0F);
    ASSERT_LT(u, 1.0F);
    sum += u;
  }
  EXPECT_NEAR(sum / 10000, 0.5, 0.02);
}

TEST(Genes, NormalsHaveTheMomentsAndVisitEachPlaceOnce) {
  constexpr std::size_t kSize = 100001;
  Rng rng(1, StreamPurpose::kTest);
  std::vector<int> visits(kSize);
  double first = 0, second = 0, third = 0, fourth = 0, neighbours = 0, last = 0;
  ForEachNormal(kSize, rng, [&](std::size_t i, float eps) {
    ++visits[i];
    first += eps;
    second += std::pow(eps, 2);
    third += std::pow(eps, 3);
    fourth += std::pow(eps, 4);
    neighbours += last * eps;
    last = eps;
  });
  EXPECT_EQ(visits, std::vector<int>(kSize, 1));
  EXPECT_NEAR(first / kSize, 0, 0.015);
  EXPECT_NEAR(second / kSize, 1, 0.02);
  EXPECT_NEAR(third / kSize, 0, 0.06);
  EXPECT_NEAR(fourth / kSize, 3, 0.12);
  EXPECT_NEAR(neighbours / kSize, 0, 0.015);
}

TEST(Genes, RandomDifferingGeneFindsEach) {
  Rng rng(1, StreamPurpose::kTest);
  const std::vector<float> a{1, 2, 3, 4}, b{1, 0, 3, 0};
  std::vector<int> hits(4);
  for (int i = 0; i < 1000; ++i) ++hits[*RandomDifferingGene(a, b, rng)];
  EXPECT_EQ(hits[0] + hits[2], 0);
  EXPECT_NEAR(hits[1], 500, 80);
  EXPECT_FALSE(RandomDifferingGene(a, a, rng).has_value());
}

TEST(Genes, MixTakesFromEachEvenAtTheExtremes) {
  Rng rng(1, StreamPurpose::kTest);
  const std::vector<float> first(5, 1.0F), second(5, 2.0F);
  for (const auto& [probability, copied] : {std::pair{0.0, 1}, std::pair{1.0, 4}}) {
    std::vector<float> latent = first;
    MixGenes(latent, second, probability, rng);
    EXPECT_EQ(std::count(latent.begin(), latent.end(), 2.0F), copied);
  }
}

TEST(Genes, MixLeavesNearlyEqualParentsAlone) {
  Rng rng(1, StreamPurpose::kTest);
  std::vector<float> latent{1, 2};
  MixGenes(latent, std::vector<float>{1, 3}, 1.0, rng);
  EXPECT_EQ(latent, (std::vector<float>{1, 2}));
}

}  // namespace
}  // namespace latentfuzz
