#include "latentfuzz/strategies/roulette.h"

#include <gtest/gtest.h>

#include <vector>

namespace latentfuzz {
namespace {

std::vector<double> Shares(const std::vector<double>& weights) {
  constexpr int kDraws = 20000;
  Rng rng(1, StreamPurpose::kTest);
  std::vector<double> shares(weights.size());
  for (int i = 0; i < kDraws; ++i) shares[Roulette(weights, rng)] += 1.0 / kDraws;
  return shares;
}

TEST(Roulette, InProportionToWeight) {
  const auto shares = Shares({1, 0, 3, 4});
  EXPECT_NEAR(shares[0], 0.125, 0.01);
  EXPECT_EQ(shares[1], 0);
  EXPECT_NEAR(shares[2], 0.375, 0.015);
  EXPECT_NEAR(shares[3], 0.5, 0.015);
}

TEST(Roulette, UniformWhereNoWeightIsPositive) {
  for (const double share : Shares({0, 0, 0, 0})) EXPECT_NEAR(share, 0.25, 0.015);
}

TEST(Roulette, NeverAWeightOfZeroNotEvenTheLast) {
  EXPECT_EQ(Shares({0, 1e-300, 0}), (std::vector<double>{0, Shares({1})[0], 0}));
}

}  // namespace
}  // namespace latentfuzz
