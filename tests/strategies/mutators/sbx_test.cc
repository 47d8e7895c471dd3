#include <gtest/gtest.h>

#include <cmath>

#include "mutator_fixture.h"

namespace latentfuzz {
namespace {

TEST(Sbx, CrossesHalfOfTheGenes) {
  MutatorFixture f("sbx", {.size = 10000});
  const auto a = f.Draw(), b = f.Draw();
  const auto child = f.Apply(a, b);
  int kept = 0;
  for (std::size_t i = 0; i < a.size(); ++i) kept += child[i] == a[i] ? 1 : 0;
  EXPECT_NEAR(kept, 5000, 250);
}

TEST(Sbx, SpreadIsThatOfEtaFifteen) {
  // Parents at 0 and 2: children at 1 +- beta. beta <= 1 with probability 1/2, and its median
  // below 1 is (1/2)^(1/16).
  MutatorFixture f("sbx", {.size = 1});
  int contracting = 0, close = 0, upper = 0;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    const double offset = f.Apply({0.0F}, {2.0F})[0] - 1.0;
    if (offset == -1) continue;
    upper += offset > 0 ? 1 : 0;
    contracting += std::abs(offset) <= 1 ? 1 : 0;
    close += std::abs(offset) <= std::pow(0.5, 1.0 / 16) ? 1 : 0;
  }
  EXPECT_NEAR(contracting, kDraws / 2, 400);
  EXPECT_NEAR(close, kDraws / 4, 400);
  EXPECT_NEAR(upper, kDraws / 2, 400);
}

TEST(Sbx, StaysInTheBox) {
  MutatorFixture f("sbx", kBoxSpace);
  std::vector<float> a(16, 1.0F), b(16, -1.0F);
  for (int i = 0; i < 2000; ++i) {
    a = f.Apply(a, b);
    ASSERT_TRUE(f.domain.Contains(a));
    b = f.Draw();
  }
}

TEST(Sbx, BoundedSpreadIsContinuousWithTheUnboundedOne) {
  const LatentSpace huge{.size = 16, .prior = Prior::kUniform, .low = -1e4, .high = 1e4};
  MutatorFixture bounded("sbx", huge), unbounded("sbx");
  const std::vector<float> a(16, 0.25F), b(16, 0.75F);
  const auto x = bounded.Apply(a, b), y = unbounded.Apply(a, b);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(x[i], y[i], 1e-5);
}

}  // namespace
}  // namespace latentfuzz
