#include "latentfuzz/strategies/hash_set.h"

#include <gtest/gtest.h>

#include <unordered_set>

#include "latentfuzz/base/rng.h"

namespace latentfuzz {
namespace {

TEST(HashSet, AgreesWithTheStandardSet) {
  Rng rng(1, StreamPurpose::kTest);
  HashSet set(1000);
  for (int round = 0; round < 3; ++round) {
    std::unordered_set<std::uint64_t> expected;
    for (int i = 0; i < 5000; ++i) {
      // Multiples of 2^20 all start at one slot.
      const std::uint64_t hash = (1 + rng.Below(999)) << 20U;
      EXPECT_EQ(set.Insert(hash), expected.insert(hash).second);
    }
    set.Clear();
  }
}

TEST(HashSet, ZeroIsAHash) {
  HashSet set(1);
  EXPECT_TRUE(set.Insert(0));
  EXPECT_FALSE(set.Insert(0));
}

}  // namespace
}  // namespace latentfuzz
