#include <gtest/gtest.h>

#include <cmath>

#include "mutator_fixture.h"

namespace latentfuzz {
namespace {

double SquaredNorm(const std::vector<float>& latent) {
  double sum = 0;
  for (const float gene : latent) sum += static_cast<double>(gene) * gene;
  return sum;
}

TEST(Slerp, KeepsThePriorsMoments) {
  MutatorFixture f("slerp", {.size = 100});
  double sum = 0, squares = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto a = f.Draw(), b = f.Draw();
    const auto child = f.Apply(a, b);
    for (const float gene : child) sum += gene;
    squares += SquaredNorm(child);
  }
  EXPECT_NEAR(sum / 200000, 0, 0.02);
  EXPECT_NEAR(squares / 200000, 1, 0.02);
}

TEST(Slerp, StaysOnTheCircleOfItsParents) {
  MutatorFixture f("slerp", {.size = 2});
  for (int i = 0; i < 200; ++i) {
    const auto child = f.Apply({3, 0}, {0, 3});
    EXPECT_NEAR(SquaredNorm(child), 9, 1e-4);
    EXPECT_GT(child[0], 0);
    EXPECT_GT(child[1], 0);
  }
}

TEST(Slerp, ParallelParentsAreBlendedOnTheirLine) {
  MutatorFixture f("slerp", {.size = 2});
  const auto child = f.Apply({1, 1}, {2, 2});
  EXPECT_GT(child[0], 1);
  EXPECT_LT(child[0], 2);
  EXPECT_EQ(child[0], child[1]);
}

}  // namespace
}  // namespace latentfuzz
