#include "latentfuzz/base/rng.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <span>
#include <vector>

namespace latentfuzz {
namespace {

// First block of Philox4x32-10 for an all-zero key and counter, from the known-answer tests that
// Random123 publishes.
TEST(Rng, AgreesWithThePublishedKnownAnswer) {
  Rng rng(0, static_cast<StreamPurpose>(0));
  EXPECT_EQ(rng.Next(), 0x6627e8d5U);
  EXPECT_EQ(rng.Next(), 0xe169c58dU);
  EXPECT_EQ(rng.Next(), 0xbc57ac4cU);
  EXPECT_EQ(rng.Next(), 0x9b00dbd8U);
}

TEST(Rng, SameKeySameDraws) {
  Rng a(7, StreamPurpose::kTest, 3);
  Rng b(7, StreamPurpose::kTest, 3);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.Next(), b.Next());
}

TEST(Rng, SeedPurposeAndIndexEachGiveAnotherStream) {
  std::set<std::uint32_t> first;
  first.insert(Rng(1, StreamPurpose::kTest).Next());
  first.insert(Rng(2, StreamPurpose::kTest).Next());
  first.insert(Rng(1ULL << 40, StreamPurpose::kTest).Next());
  first.insert(Rng(1, StreamPurpose::kPrior).Next());
  first.insert(Rng(1, StreamPurpose::kTest, 1).Next());
  first.insert(Rng(1, StreamPurpose::kTest, 1ULL << 40).Next());
  EXPECT_EQ(first.size(), 6U);
}

TEST(Rng, NormalHasTheMomentsOfAStandardNormal) {
  Rng rng(1, StreamPurpose::kTest);
  constexpr int kDraws = 200000;
  double sum = 0, squares = 0, fourth = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double x = rng.Normal();
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
  }
  EXPECT_NEAR(sum / kDraws, 0, 0.01);
  EXPECT_NEAR(squares / kDraws, 1, 0.015);
  EXPECT_NEAR(fourth / kDraws, 3, 0.1);
}

TEST(Rng, UniformStaysInTheHalfOpenInterval) {
  Rng rng(2, StreamPurpose::kTest);
  for (int i = 0; i < 10000; ++i) {
    const double x = rng.Uniform();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
  }
}

TEST(Rng, BelowReachesEveryValueEquallyOften) {
  Rng rng(3, StreamPurpose::kTest);
  std::vector<int> counts(5);
  for (int i = 0; i < 50000; ++i) ++counts.at(rng.Below(5));
  for (const int count : counts) EXPECT_NEAR(count, 10000, 400);
}

TEST(Shuffle, EveryOrderIsAsLikely) {
  Rng rng(4, StreamPurpose::kTest);
  std::map<std::vector<int>, int> counts;
  for (int i = 0; i < 60000; ++i) {
    std::vector<int> order{1, 2, 3};
    Shuffle(std::span(order), rng);
    ++counts[order];
  }
  EXPECT_EQ(counts.size(), 6U);
  for (const auto& [order, count] : counts) EXPECT_NEAR(count, 10000, 400);
}

}  // namespace
}  // namespace latentfuzz
