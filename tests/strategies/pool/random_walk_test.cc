#include "latentfuzz/strategies/pool/random_walk.h"

#include <gtest/gtest.h>

#include "latentfuzz/tests/strategies/toy_pair.h"

namespace latentfuzz {
namespace {

Trace Walk(std::size_t walkers, const std::string& energy = "uniform") {
  ToyPair pair(8, 0.05, 0.5);
  const auto strategy =
      MakeStrategy({.name = "random_walk", .population = walkers, .energy = energy},
                   {.space = {.size = 8}, .seed = 3});
  return Drive(*strategy, pair, 200, 1);
}

TEST(RandomWalk, OneWalkerGoesOnFromWhereItStands) {
  const Trace trace = Walk(1);
  for (std::size_t i = 1; i < trace.size(); ++i) EXPECT_EQ(trace.parents[i][0], i - 1);
}

// No place is left twice: whoever went from there has moved on.
TEST(RandomWalk, EveryMutationIsAccepted) {
  const Trace trace = Walk(5);
  std::set<std::uint64_t> left;
  for (std::size_t i = 5; i < trace.size(); ++i) {
    EXPECT_TRUE(left.insert(trace.parents[i][0]).second) << i;
  }
}

TEST(RandomWalk, EnergyChoosesTheWalker) {
  const auto longest_run = [](const Trace& trace) {
    std::size_t run = 0, longest = 0;
    for (std::size_t i = 5; i < trace.size(); ++i) {
      run = trace.parents[i][0] == i - 1 ? run + 1 : 0;
      longest = std::max(longest, run);
    }
    return longest;
  };
  EXPECT_GE(longest_run(Walk(50, "recency")), 2U);
  EXPECT_NE(Walk(50, "recency"), Walk(50, "uniform"));
}

}  // namespace
}  // namespace latentfuzz
