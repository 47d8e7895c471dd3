#include <gtest/gtest.h>

#include <algorithm>
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

TEST(MatingPool, EachRowCompetesAsOftenAsAnyOther) {
  // In two rounds the best of six rows wins both its tournaments and the worst none.
  const Ranking ranking{{0, 1, 2, 3, 4, 5}, {0, 0, 0, 0, 0, 0}};
  for (std::uint64_t trial = 0; trial < 100; ++trial) {
    Rng rng(1, StreamPurpose::kTest, trial);
    const auto pool = MatingPool(ranking, 6, rng);
    ASSERT_EQ(pool.size(), 6U);
    EXPECT_EQ(std::count(pool.begin(), pool.end(), 0U), 2);
    EXPECT_EQ(std::count(pool.begin(), pool.end(), 5U), 0);
  }
}

TEST(MatingPool, RivalsAreDrawnAfresh) {
  Rng rng(2, StreamPurpose::kTest);
  const Ranking ranking{{0, 0, 0, 0, 0}, {5, 4, 3, 2, 1}};
  // Chance of row k: of the 4 rivals those that are worse, and once in 5 rounds it sits out.
  std::array<int, 5> wins{};
  for (const std::size_t row : MatingPool(ranking, 20000, rng)) ++wins[row];
  for (std::size_t row = 0; row < 5; ++row) {
    EXPECT_NEAR(wins[row], 2000 * static_cast<int>(4 - row), 250) << row;
  }
}

TEST(MatingPool, AnySize) {
  Rng rng(3, StreamPurpose::kTest);
  EXPECT_EQ(MatingPool({{0}, {0}}, 3, rng), (std::vector<std::size_t>{0, 0, 0}));
  EXPECT_EQ(MatingPool({{1, 0}, {0, 0}}, 3, rng), (std::vector<std::size_t>{1, 1, 1}));
  EXPECT_TRUE(MatingPool({{1, 0}, {0, 0}}, 0, rng).empty());
}

}  // namespace
}  // namespace latentfuzz
