#include "latentfuzz/strategies/pool/map_elites.h"

#include <gtest/gtest.h>

#include "latentfuzz/tests/strategies/toy_pair.h"

namespace latentfuzz {
namespace {

std::size_t Triggers(const std::string& name, std::uint64_t seed) {
  ToyPair pair(16, 0.01, 0.3);
  const auto strategy = MakeStrategy({.name = name}, {.space = {.size = 16}, .seed = seed});
  Drive(*strategy, pair, 6000, 100);
  return pair.triggers();
}

TEST(MapElites, FindsMoreThanRandomWhereThePairNearlyAgrees) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    EXPECT_GT(Triggers("map_elites", seed), 2 * Triggers("random", seed)) << seed;
  }
}

// One cell: whatever is better takes its place, so the parent's quality never gets worse.
TEST(MapElites, TheEliteOfACellIsTheBestOfIt) {
  const auto strategy =
      MakeStrategy({.name = "map_elites", .population = 1, .objectives = {"divergence"}},
                   {.space = {.size = 2}, .seed = 1});
  std::vector<double> qualities;
  double best = 1e9;
  for (int i = 0; i < 200; ++i) {
    const Proposal proposal = strategy->Ask(1);
    const std::uint64_t parent = proposal.provenance[0].parents[0];
    if (parent != Provenance::kNoParent) {
      EXPECT_EQ(qualities[parent], best) << i;
    }
    qualities.push_back(std::abs(proposal.latents.values[0] - 0.7));
    best = std::min(best, qualities.back());
    strategy->Tell({{qualities.back()}, {Outcome{}}});
  }
  EXPECT_LT(best, 0.05);
}

}  // namespace
}  // namespace latentfuzz
