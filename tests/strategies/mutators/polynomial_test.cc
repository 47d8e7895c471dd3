#include <gtest/gtest.h>

#include <cmath>

#include "mutator_fixture.h"

namespace latentfuzz {
namespace {

int ChangedGenes(const std::vector<float>& a, const std::vector<float>& b) {
  int changed = 0;
  for (std::size_t i = 0; i < a.size(); ++i) changed += a[i] != b[i] ? 1 : 0;
  return changed;
}

TEST(Polynomial, ChangesAboutOneGene) {
  MutatorFixture f("polynomial", kBoxSpace);
  f.always = false;
  const auto parent = f.Draw();
  double changed = 0;
  for (int i = 0; i < 4000; ++i) changed += ChangedGenes(parent, f.Apply(parent));
  EXPECT_NEAR(changed / 4000, 1, 0.06);
}

TEST(Polynomial, StaysInTheBoxEvenFromItsCorner) {
  MutatorFixture f("polynomial", kBoxSpace);
  std::vector<float> latent(16, 1.0F);
  for (int i = 0; i < 2000; ++i) {
    latent = f.Apply(latent);
    ASSERT_TRUE(f.domain.Contains(latent));
  }
}

TEST(Polynomial, SpreadIsThatOfEtaTwenty) {
  // Far from the bounds |delta| has the density (eta + 1)(1 - |delta|)^eta / 2 on each side: its
  // mean is 1 / (eta + 2), its sign a coin.
  MutatorFixture f("polynomial", {.size = 1});
  const double range = f.domain.high - f.domain.low;
  double size = 0, sign = 0;
  for (int i = 0; i < 20000; ++i) {
    const double delta = f.Apply({0.0F})[0] / range;
    size += std::abs(delta);
    sign += delta > 0 ? 1 : -1;
  }
  EXPECT_NEAR(size / 20000, 1.0 / 22, 0.002);
  EXPECT_NEAR(sign / 20000, 0, 0.03);
}

}  // namespace
}  // namespace latentfuzz
