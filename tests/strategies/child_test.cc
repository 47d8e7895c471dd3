#include "latentfuzz/strategies/child.h"

#include <gtest/gtest.h>

#include <set>

namespace latentfuzz {
namespace {

const LatentSpace kConditional{.size = 2, .classes = 3};

TEST(Child, OfThePrior) {
  Rng rng(1, StreamPurpose::kTest);
  const Child plain = Child::FromPrior({.size = 2}, rng);
  EXPECT_EQ(plain.latent.size(), 2U);
  EXPECT_EQ(plain.provenance.origin, "prior");
  EXPECT_EQ(plain.label, kNoLabel);
  EXPECT_EQ(plain.expected, kNoLabel);
  std::set<int> labels;
  for (int i = 0; i < 50; ++i) {
    const Child child = Child::FromPrior(kConditional, rng);
    EXPECT_EQ(child.expected, child.label);
    labels.insert(child.label);
  }
  EXPECT_EQ(labels, (std::set<int>{0, 1, 2}));
}

TEST(Child, OfASeed) {
  Rng rng(1, StreamPurpose::kTest);
  const SeedLatent seed{{5, 6}, 2, "corpus:a"};
  const Child plain = Child::FromSeed({.size = 2}, seed, rng);
  EXPECT_EQ(plain.latent, seed.latent);
  EXPECT_EQ(plain.label, kNoLabel);
  EXPECT_EQ(plain.expected, 2);
  EXPECT_EQ(plain.provenance.origin, "corpus:a");
  EXPECT_EQ(Child::FromSeed(kConditional, seed, rng).label, 2);
  EXPECT_EQ(Child::FromSeed(kConditional, seed, rng).expected, 2);
  const Child drawn = Child::FromSeed(kConditional, {{5, 6}, -1, "s"}, rng);
  EXPECT_GE(drawn.label, 0);
  EXPECT_EQ(drawn.expected, drawn.label);
}

}  // namespace
}  // namespace latentfuzz
