#include <gtest/gtest.h>

#include "mutator_fixture.h"

namespace latentfuzz {
namespace {

TEST(SparseRestore, BringsSeedGenesBackAndKeepsSome) {
  MutatorFixture f("sparse_restore", {.size = 1000});
  const std::vector<float> latent(1000, 1.0F), seed(1000, 2.0F);
  int half = 0;
  for (int i = 0; i < 400; ++i) {
    int restored = 0;
    for (const float gene : f.Apply(latent, seed)) restored += gene == 2 ? 1 : 0;
    const bool is_half = restored > 350;
    half += is_half ? 1 : 0;
    EXPECT_NEAR(restored, is_half ? 500 : 200, 80);
  }
  EXPECT_NEAR(half, 200, 50);
}

}  // namespace
}  // namespace latentfuzz
