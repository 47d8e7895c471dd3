#include "latentfuzz/strategies/pool/pool_member.h"

#include <gtest/gtest.h>

#include <set>

namespace latentfuzz {
namespace {

// PoolMember i at (i, 0), of class i % 2, from a seed at (0, i).
std::vector<PoolMember> Pool(std::size_t size) {
  std::vector<PoolMember> pool;
  for (std::size_t i = 0; i < size; ++i) {
    PoolMember each{.latent = {static_cast<float>(i), 0}, .seed = {0, static_cast<float>(i)}};
    each.evaluation = 100 + i;
    each.signature.reference_label = static_cast<int>(i % 2);
    pool.push_back(each);
  }
  return pool;
}

TEST(FindSecond, SeedIsTheIndividualsOwn) {
  const auto pool = Pool(4);
  Rng rng(1, StreamPurpose::kTest);
  const SecondLatent seed = FindSecond(Partner::kSeed, pool, 2, rng);
  EXPECT_EQ(seed.latent[1], 2);
  EXPECT_EQ(seed.evaluation, Provenance::kNoParent);
}

TEST(FindSecond, ParentIsAnyOther) {
  const auto pool = Pool(4);
  Rng rng(1, StreamPurpose::kTest);
  std::set<std::uint64_t> drawn;
  for (int i = 0; i < 100; ++i) {
    const SecondLatent second = FindSecond(Partner::kParent, pool, 2, rng);
    EXPECT_EQ(second.latent[0], static_cast<float>(second.evaluation - 100));
    drawn.insert(second.evaluation);
  }
  EXPECT_EQ(drawn, (std::set<std::uint64_t>{100, 101, 103}));
}

TEST(FindSecond, OtherClassWhereThereIsOne) {
  auto pool = Pool(6);
  Rng rng(1, StreamPurpose::kTest);
  int other = 0;
  for (int i = 0; i < 500; ++i) {
    other += static_cast<int>(FindSecond(Partner::kOtherClass, pool, 2, rng).evaluation % 2);
  }
  EXPECT_GT(other, 490);
  for (PoolMember& each : pool) each.signature.reference_label = 0;
  EXPECT_NE(FindSecond(Partner::kOtherClass, pool, 2, rng).evaluation, 102U);
}

TEST(FindSecond, APoolOfOneGivesItself) {
  const auto pool = Pool(1);
  Rng rng(1, StreamPurpose::kTest);
  EXPECT_EQ(FindSecond(Partner::kParent, pool, 0, rng).evaluation, 100U);
  EXPECT_EQ(FindSecond(Partner::kOtherClass, pool, 0, rng).evaluation, 100U);
}

}  // namespace
}  // namespace latentfuzz
