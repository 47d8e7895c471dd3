#include <gtest/gtest.h>

#include "mutator_fixture.h"

namespace latentfuzz {
namespace {

TEST(UniformCrossover, HalfOfTheGenesFromEach) {
  MutatorFixture f("uniform_crossover", {.size = 10000});
  const std::vector<float> a(10000, 1.0F), b(10000, 2.0F);
  double sum = 0;
  for (const float gene : f.Apply(a, b)) {
    EXPECT_TRUE(gene == 1 || gene == 2);
    sum += gene;
  }
  EXPECT_NEAR(sum / 10000, 1.5, 0.03);
}

}  // namespace
}  // namespace latentfuzz
