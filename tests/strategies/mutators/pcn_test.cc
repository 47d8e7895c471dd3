#include <gtest/gtest.h>

#include <cmath>

#include "mutator_fixture.h"

namespace latentfuzz {
namespace {

TEST(Pcn, KeepsThePriorsMoments) {
  MutatorFixture f("pcn", {.size = 20000});
  f.step = 3;
  auto latent = f.Draw();
  for (int i = 0; i < 50; ++i) latent = f.Apply(latent);
  double sum = 0, squares = 0, fourths = 0;
  for (const float gene : latent) {
    sum += gene;
    squares += std::pow(gene, 2);
    fourths += std::pow(gene, 4);
  }
  EXPECT_NEAR(sum / 20000, 0, 0.03);
  EXPECT_NEAR(squares / 20000, 1, 0.05);
  EXPECT_NEAR(fourths / 20000, 3, 0.3);
}

TEST(Pcn, PullsAnOutlierHome) {
  MutatorFixture f("pcn");
  std::vector<float> latent(16, 100.0F);
  for (int i = 0; i < 500; ++i) latent = f.Apply(latent);
  for (const float gene : latent) EXPECT_LT(std::abs(gene), 6);
}

TEST(Pcn, CorrelationIsThatOfTheStep) {
  MutatorFixture f("pcn", {.size = 20000});
  const auto parent = f.Draw();
  const auto child = f.Apply(parent);
  double product = 0;
  for (std::size_t i = 0; i < parent.size(); ++i) {
    product += static_cast<double>(parent[i]) * child[i];
  }
  EXPECT_NEAR(product / 20000, std::sqrt(1 - 0.2 * 0.2), 0.03);
}

}  // namespace
}  // namespace latentfuzz
