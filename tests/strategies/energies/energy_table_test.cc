#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/energies/energy.h"

namespace latentfuzz {
namespace {

std::vector<Start> SomeStarts(std::size_t count) {
  Rng rng(3, StreamPurpose::kTest);
  std::vector<Start> starts;
  for (std::size_t i = 0; i < count; ++i) {
    const int label = static_cast<int>(rng.Below(3));
    starts.push_back({i * 7 % count,
                      {Verdict::kAgree, label, label},
                      rng.Uniform(),
                      rng.Flip(0.2) ? std::nan("") : rng.Uniform()});
  }
  return starts;
}

TEST(EnergyTable, EveryEnergyIsFiniteAndNotNegativeAndSomeAreLarge) {
  for (const EnergyEntry& entry : EnergyTable()) {
    for (const std::size_t count : {0U, 1U, 40U}) {
      const auto energies = entry.energies(SomeStarts(count));
      ASSERT_EQ(energies.size(), count) << entry.name;
      double most = 0;
      for (const double energy : energies) {
        EXPECT_TRUE(std::isfinite(energy) && energy >= 0) << entry.name;
        most = std::max(most, energy);
      }
      EXPECT_EQ(most > 0, count > 0) << entry.name;
    }
    EXPECT_FALSE(entry.summary.empty());
  }
}

TEST(EnergyTable, UnknownNameListsTheKnownOnes) {
  try {
    FindEnergy("x");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(error.hint().find("rarity"), std::string::npos);
  }
}

TEST(Energies, UniformIsTheSameForAll) {
  EXPECT_EQ(FindEnergy("uniform").energies(SomeStarts(3)), (std::vector<double>{1, 1, 1}));
}

TEST(Energies, RecencyCountsTheYounger) {
  const std::vector<Start> starts{{.born = 5}, {.born = 90}, {.born = 1}};
  EXPECT_EQ(FindEnergy("recency").energies(starts), (std::vector<double>{0.5, 1, 1.0 / 3}));
}

TEST(Energies, RarityGivesEachSignatureTheSameShare) {
  const Signature common{Verdict::kAgree, 1, 1}, rare{Verdict::kDisagree, 1, 2};
  const std::vector<Start> starts{
      {.signature = common}, {.signature = rare}, {.signature = common}, {.signature = common}};
  EXPECT_EQ(FindEnergy("rarity").energies(starts),
            (std::vector<double>{1.0 / 3, 1, 1.0 / 3, 1.0 / 3}));
}

TEST(Energies, HdaIsDensityTimesVulnerability) {
  const std::vector<Start> starts{{.density = 0.5, .margin = 0.25},
                                  {.density = 0.5},
                                  {.density = 1, .margin = 1},
                                  {.density = 1, .margin = 0}};
  EXPECT_EQ(FindEnergy("hda").energies(starts), (std::vector<double>{0.375, 0.5, 0, 1}));
}

TEST(RelativeDensity, OneAtTheModeAndPerGene) {
  const LatentSpace normal{.size = 2};
  EXPECT_EQ(RelativeDensity(normal, std::vector<float>{0, 0}), 1);
  // The square root of exp(-(1 + 4) / 2).
  EXPECT_NEAR(RelativeDensity(normal, std::vector<float>{1, 2}), std::exp(-1.25), 1e-12);
  EXPECT_EQ(RelativeDensity({.size = 2, .prior = Prior::kUniform}, std::vector<float>{0.5F, 1}), 1);
}

std::vector<SeedLatent> Seeds() {
  return {{{0, 0}, 0, "a"}, {{3, 3}, 0, "b"}, {{0, 0}, 0, "copy of a"}, {{1, 0}, 1, "c"}};
}

TEST(DrawSeeds, NoneTwice) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed, StreamPurpose::kTest);
    const auto drawn = DrawSeeds(Seeds(), 10, {.size = 2}, FindEnergy("uniform"), rng);
    std::set<std::vector<float>> latents;
    for (const SeedLatent& each : drawn) latents.insert(each.latent);
    EXPECT_EQ(latents.size(), 3U);
    EXPECT_EQ(drawn.size(), 3U);
  }
}

// Of four seeds, one has a label of its own: it comes first in half of the draws.
TEST(DrawSeeds, ByEnergy) {
  int rare_first = 0;
  Rng rng(1, StreamPurpose::kTest);
  for (int i = 0; i < 2000; ++i) {
    const auto drawn = DrawSeeds(Seeds(), 1, {.size = 2}, FindEnergy("rarity"), rng);
    ASSERT_EQ(drawn.size(), 1U);
    rare_first += drawn.front().origin == "c" ? 1 : 0;
  }
  EXPECT_NEAR(rare_first / 2000.0, 0.5, 0.04);
}

TEST(DrawSeeds, AConditionalSpaceGivesEachALabel) {
  Rng rng(1, StreamPurpose::kTest);
  const std::vector<SeedLatent> seeds{{{0, 0}, -1, "a"}};
  const LatentSpace space{.size = 2, .classes = 3};
  EXPECT_GE(DrawSeeds(seeds, 1, space, FindEnergy("uniform"), rng).front().label, 0);
  EXPECT_EQ(DrawSeeds(seeds, 1, {.size = 2}, FindEnergy("uniform"), rng).front().label, kNoLabel);
}

}  // namespace
}  // namespace latentfuzz
