#include "latentfuzz/strategies/random_search.h"

#include <gtest/gtest.h>

#include "latentfuzz/base/error.h"
#include "toy_pair.h"

namespace latentfuzz {
namespace {

StrategyContext Context(std::size_t seeds) {
  StrategyContext context{.space = {.size = 8, .classes = 3}, .seed = 5};
  for (std::size_t i = 0; i < seeds; ++i) {
    context.seeds.push_back({std::vector<float>(8, static_cast<float>(i)), i % 2 == 0 ? 1 : -1,
                             "corpus:" + std::to_string(i)});
  }
  return context;
}

std::unique_ptr<Strategy> Make(std::size_t seeds = 5) {
  return MakeStrategy({.name = "random"}, Context(seeds));
}

Trace Explore(Strategy& strategy, std::size_t evaluations, std::size_t chunk) {
  ToyPair pair(8, 0.1, 1);
  return Drive(strategy, pair, evaluations, chunk);
}

TEST(RandomSearch, SeedsOnceInOrderThenThePrior) {
  const Trace trace = Explore(*Make(), 2005, 64);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(trace.origins[i], "corpus:" + std::to_string(i));
    EXPECT_EQ(trace.latents[i * 8 + 3], static_cast<float>(i));
    if (i % 2 == 0) {
      EXPECT_EQ(trace.labels[i], 1);
    }
  }
  std::vector<int> labels(3);
  double squares = 0;
  for (std::size_t i = 5; i < trace.size(); ++i) {
    EXPECT_EQ(trace.origins[i], "prior");
    ++labels[static_cast<std::size_t>(trace.labels[i])];
    squares += std::pow(trace.latents[i * 8], 2);
  }
  for (const int each : labels) EXPECT_NEAR(each, 667, 100);
  EXPECT_NEAR(squares / 2000, 1, 0.12);
}

// Of a space without classes too: nothing is asked of the generator then.
TEST(RandomSearch, TheLabelOfASeedIsExpectedOfIt) {
  for (const std::size_t classes : {0U, 3U}) {
    StrategyContext context = Context(3);
    context.space.classes = classes;
    const Proposal proposal = MakeStrategy({.name = "random"}, context)->Ask(5);
    EXPECT_EQ(proposal.expected, (std::vector<int>{1, -1, 1, -1, -1}));
    EXPECT_EQ(proposal.latents.labels[0], classes == 0 ? kNoLabel : 1);
  }
}

TEST(RandomSearch, HowItIsAskedDoesNotMatter) {
  const Trace whole = Explore(*Make(), 300, 300);
  for (const std::size_t chunk : {1U, 7U, 64U}) EXPECT_EQ(Explore(*Make(), 300, chunk), whole);
}

TEST(RandomSearch, SavedAndLoadedGoesOnAlike) {
  const Trace whole = Explore(*Make(), 100, 10);
  for (const std::size_t stop : {3U, 50U}) {
    const auto first = Make();
    Explore(*first, stop, 10);
    const auto second = Make(9);
    second->Load(first->Save());
    const Trace rest = Explore(*second, 100 - stop, 10);
    EXPECT_EQ(rest.latents,
              std::vector<float>(whole.latents.begin() + static_cast<std::ptrdiff_t>(stop * 8),
                                 whole.latents.end()));
  }
}

TEST(RandomSearch, RefusesAnotherStrategysState) {
  const auto strategy = Make();
  EXPECT_THROW(strategy->Load(MakeStrategy({.name = "diffgan"}, Context(0))->Save()), Error);
  EXPECT_THROW(strategy->Load(""), Error);
}

TEST(RandomSearch, HasNoObjectives) { EXPECT_TRUE(Make()->objectives().empty()); }

}  // namespace
}  // namespace latentfuzz
