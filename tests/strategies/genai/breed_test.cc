#include "latentfuzz/strategies/genai/breed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz {
namespace {

using testing::ElementsAre;

constexpr std::size_t kSize = 40;
const Domain kAnywhere = Domain::None({.size = kSize});

Individual Constant(float gene, std::uint64_t evaluation) {
  Individual individual;
  individual.latent.assign(kSize, gene);
  individual.evaluation = evaluation;
  return individual;
}

TEST(Mutate, StepsAreGaussianOfTheGivenSize) {
  Rng rng(1, StreamPurpose::kTest);
  const Individual seed = Constant(2, 17);
  double sum = 0, squares = 0;
  constexpr int kDraws = 500;
  for (int i = 0; i < kDraws; ++i) {
    const Individual child = Mutate(seed, 0.25, kAnywhere, rng);
    EXPECT_EQ(child.parents[0], 17U);
    EXPECT_EQ(child.parents[1], Provenance::kNoParent);
    for (const float gene : child.latent) {
      sum += gene - 2;
      squares += (gene - 2) * (gene - 2);
    }
  }
  constexpr double kGenes = kDraws * static_cast<double>(kSize);
  EXPECT_NEAR(sum / kGenes, 0, 5 * 0.25 / std::sqrt(kGenes));
  EXPECT_NEAR(std::sqrt(squares / kGenes), 0.25, 0.01);
}

TEST(Mutate, StaysInTheDomain) {
  Rng rng(1, StreamPurpose::kTest);
  const Domain box = Domain::Box(-2, 2.5);
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(box.Contains(Mutate(Constant(2, 0), 5, box, rng).latent));
  }
}

// Without noise a child is made of its parents' genes.
TEST(Breed, ChildrenHaveAHeadOfOneParentAndATailOfTheOther) {
  Rng rng(1, StreamPurpose::kTest);
  const std::vector<Individual> parents{Constant(1, 4), Constant(2, 5), Constant(3, 9)};
  std::set<std::size_t> cuts;
  std::set<std::array<std::uint64_t, 2>> couples;
  for (int i = 0; i < 2000; ++i) {
    const Individual child = Breed(parents, parents[0].latent, 0, kAnywhere, false, rng);
    std::size_t cut = 0;
    while (child.latent[cut] == child.latent[0]) ++cut;
    cuts.insert(cut);
    for (std::size_t g = cut; g < kSize; ++g) ASSERT_EQ(child.latent[g], child.latent[cut]);
    couples.insert(child.parents);
  }
  EXPECT_EQ(cuts.size(), kSize - 1);
  EXPECT_EQ(*cuts.begin(), 1U);
  EXPECT_EQ(couples.size(), 6U);
}

TEST(Breed, OneParentIsEnough) {
  Rng rng(1, StreamPurpose::kTest);
  const std::vector<Individual> parents{Constant(1, 4)};
  const Individual child = Breed(parents, parents[0].latent, 0, kAnywhere, false, rng);
  EXPECT_EQ(child.latent, parents[0].latent);
  EXPECT_THAT(child.parents, ElementsAre(4, 4));
}

TEST(Breed, SparseChildrenKeepGenesOfTheSeed) {
  Rng rng(1, StreamPurpose::kTest);
  const Individual seed = Constant(0, 0);
  std::vector<Individual> parents{Constant(1, 4), Constant(2, 5)};
  for (Individual& parent : parents) {
    for (std::size_t g = 0; g < kSize / 2; ++g) parent.latent[g] = 0;
  }
  double kept = 0;
  for (int i = 0; i < 1000; ++i) {
    const Individual child = Breed(parents, seed.latent, 0.1, kAnywhere, true, rng);
    // No noise where neither parent differs from the seed, and some where one does.
    for (std::size_t g = 0; g < kSize / 2; ++g) ASSERT_EQ(child.latent[g], 0);
    int differing = 0;
    for (std::size_t g = kSize / 2; g < kSize; ++g) {
      if (child.latent[g] == 0) continue;
      ++differing;
      ASSERT_NE(child.latent[g], std::round(child.latent[g]));
    }
    ASSERT_TRUE(differing > 0 && differing < static_cast<int>(kSize / 2));
    kept += differing / (kSize / 2.0);
  }
  // A half or a fifth of the genes goes back, by a coin.
  EXPECT_NEAR(kept / 1000, (0.5 + 0.8) / 2, 0.03);
}

TEST(Breed, StaysInTheDomain) {
  Rng rng(1, StreamPurpose::kTest);
  const std::vector<Individual> parents{Constant(1, 4), Constant(-1, 5)};
  const Domain shell = Domain::Shell(kSize).Including(parents[0].latent);
  for (const bool sparse : {false, true}) {
    for (int i = 0; i < 100; ++i) {
      const Individual child = Breed(parents, parents[0].latent, 3, shell, sparse, rng);
      EXPECT_TRUE(shell.Contains(child.latent));
    }
  }
}

TEST(Breed, OperatorsAreRowsOfTheMutatorTable) {
  EXPECT_THAT(MutateOperators(), ElementsAre("gaussian"));
  EXPECT_THAT(BreedOperators(false), ElementsAre("one_point", "gaussian"));
  EXPECT_THAT(BreedOperators(true), ElementsAre("one_point", "gaussian", "sparse_restore"));
  for (const std::string_view name : BreedOperators(true)) EXPECT_NO_THROW(FindMutator(name));
}

}  // namespace
}  // namespace latentfuzz
