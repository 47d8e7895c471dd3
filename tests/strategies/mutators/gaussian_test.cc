#include <gtest/gtest.h>

#include <cmath>

#include "mutator_fixture.h"

namespace latentfuzz {
namespace {

TEST(Gaussian, StepIsInUnitsOfThePriorsDeviation) {
  const LatentSpace wide{.size = 5000, .prior = Prior::kUniform, .low = -6, .high = 6};
  for (const LatentSpace& space : {LatentSpace{.size = 5000}, wide}) {
    MutatorFixture f("gaussian", space);
    f.step = 2;
    const std::vector<float> parent(5000, 0.5F);
    double squares = 0;
    for (const float gene : f.Apply(parent)) squares += std::pow(gene - 0.5, 2);
    EXPECT_NEAR(std::sqrt(squares / 5000), 0.2 * f.domain.deviation, 0.02 * f.domain.deviation);
  }
}

}  // namespace
}  // namespace latentfuzz
