#include <gtest/gtest.h>

#include <array>

#include "latentfuzz/strategies/pareto/pareto.h"

namespace latentfuzz {
namespace {

std::array<int, 3> Wins(const Ranking& ranking, int rounds) {
  Rng rng(1, StreamPurpose::kTest);
  std::array<int, 3> wins{};
  for (int i = 0; i < rounds; ++i) ++wins[Tournament(ranking, rng)];
  return wins;
}

TEST(Tournament, BetterFrontWinsWhateverTheDistance) {
  const auto wins = Wins({{1, 0}, {9, 1}}, 200);
  EXPECT_EQ(wins[0], 0);
  EXPECT_EQ(wins[1], 200);
}

TEST(Tournament, LargerDistanceWinsWithinAFront) {
  const auto wins = Wins({{0, 0}, {1, 2}}, 200);
  EXPECT_EQ(wins[0], 0);
  EXPECT_EQ(wins[1], 200);
}

TEST(Tournament, CoinDecidesATie) {
  const auto wins = Wins({{0, 0}, {1, 1}}, 2000);
  EXPECT_NEAR(wins[0], 1000, 150);
}

TEST(Tournament, CandidatesAreDifferentRowsEachAsLikely) {
  // Three different ranks: the best wins 2 of the 3 pairs, the middle one 1, the worst none.
  const auto wins = Wins({{2, 0, 1}, {0, 0, 0}}, 3000);
  EXPECT_EQ(wins[0], 0);
  EXPECT_NEAR(wins[1], 2000, 150);
  EXPECT_NEAR(wins[2], 1000, 150);
}

TEST(Tournament, OneRowIsItsOwnRival) { EXPECT_EQ(Wins({{0}, {0}}, 5)[0], 5); }

}  // namespace
}  // namespace latentfuzz
