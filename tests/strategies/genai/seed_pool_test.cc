#include "latentfuzz/strategies/genai/seed_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

StrategyContext Context(std::size_t classes = 0) {
  return {.space = {.size = 2, .classes = classes}, .seed = 5};
}

TEST(SeedPool, EncodingsComeBeforeEntriesAndKeepTheirOrder) {
  StrategyContext context = Context();
  context.seeds = {{{9, 9}, 1, "corpus:a"}, {{1, 2}, 3, "encoded:0"}, {{-4, 0}, 2, "encoded:1"}};
  const SeedPool pool = MakeSeedPool(context, 10);
  ASSERT_EQ(pool.seeds.size(), 2U);
  EXPECT_EQ(pool.seeds[0].origin, "encoded:0");
  EXPECT_EQ(pool.seeds[0].label, 3);
  EXPECT_EQ(pool.seeds[1].origin, "encoded:1");
  EXPECT_EQ(pool.low, -4);
  EXPECT_EQ(pool.high, 2);
  context.seeds.resize(1);
  EXPECT_EQ(MakeSeedPool(context, 10).seeds.at(0).origin, "corpus:a");
}

// The range is that of 1000 seeds, however many are searched from.
TEST(SeedPool, TheRangeIsThatOfTheFirstThousand) {
  StrategyContext context = Context();
  for (int i = 0; i < 1001; ++i) {
    context.seeds.push_back({{static_cast<float>(i), 0}, 0, "encoded:" + std::to_string(i)});
  }
  const SeedPool pool = MakeSeedPool(context, 3);
  EXPECT_EQ(pool.seeds.size(), 3U);
  EXPECT_EQ(pool.low, 0);
  EXPECT_EQ(pool.high, 999);
}

TEST(SeedPool, DrawsFromThePriorWhereThereAreNoSeeds) {
  const SeedPool pool = MakeSeedPool(Context(3), 100);
  ASSERT_EQ(pool.seeds.size(), 100U);
  std::set<int> labels;
  std::set<std::vector<float>> latents;
  for (const SeedLatent& seed : pool.seeds) {
    EXPECT_EQ(seed.origin, "prior");
    labels.insert(seed.label);
    latents.insert(seed.latent);
  }
  EXPECT_EQ(labels, (std::set<int>{0, 1, 2}));
  EXPECT_EQ(latents.size(), 100U);
  // 2000 genes of N(0, 1).
  EXPECT_LT(pool.low, -2.5);
  EXPECT_GT(pool.high, 2.5);
  EXPECT_EQ(MakeSeedPool(Context(), 5).seeds.at(4).label, kNoLabel);
}

TEST(SeedPool, ASingleClassifierNeedsLabels) {
  StrategyContext context = Context();
  context.single = true;
  EXPECT_THROW(MakeSeedPool(context, 10), Error);
  context.seeds = {{{1, 2}, kNoLabel, "encoded:0"}};
  EXPECT_THROW(MakeSeedPool(context, 10), Error);
  context.seeds.push_back({{3, 4}, 0, "corpus:a"});
  const SeedPool pool = MakeSeedPool(context, 10);
  ASSERT_EQ(pool.seeds.size(), 1U);
  EXPECT_EQ(pool.seeds[0].origin, "corpus:a");
  context.space.classes = 3;
  context.seeds.resize(1);
  EXPECT_NE(MakeSeedPool(context, 10).seeds.at(0).label, kNoLabel);
  context.seeds.clear();
  EXPECT_EQ(MakeSeedPool(context, 10).seeds.size(), 10U);
}

TEST(SeedPool, ARangeOfNothingIsThatOfThePrior) {
  StrategyContext context = Context();
  context.seeds = {{{1, 1}, 0, "encoded:0"}};
  const SeedPool pool = MakeSeedPool(context, 10);
  EXPECT_LT(pool.low, pool.high);
}

}  // namespace
}  // namespace latentfuzz
