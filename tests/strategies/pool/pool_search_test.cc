// What every strategy promises that keeps a pool.
#include "latentfuzz/strategies/pool/pool_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/mutators/mutator.h"
#include "latentfuzz/strategies/prior.h"
#include "latentfuzz/tests/strategies/toy_pair.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kDim = 8;

ToyPair Pair() { return ToyPair(kDim, 0.05, 0.5); }

StrategyContext Context(std::uint64_t seed = 1, std::size_t classes = 0) {
  StrategyContext context{.space = {.size = kDim, .classes = classes}, .seed = seed};
  Rng rng(9, StreamPurpose::kTest);
  for (int i = 0; i < 6; ++i) {
    std::vector<float> latent(kDim);
    DrawPrior(context.space, rng, latent);
    context.seeds.push_back({latent, i % 3, "corpus:" + std::to_string(i)});
  }
  return context;
}

class EveryPoolSearch : public testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<Strategy> Make(StrategyContext context = Context()) const {
    return MakeStrategy({.name = GetParam(), .population = 20}, std::move(context));
  }
};

// Asks for `rows` at a time, and hands each proposal and its numbers to `visit`.
template <typename Visit>
void Follow(Strategy& strategy, std::size_t evaluations, std::size_t rows, const Visit& visit) {
  ToyPair pair = Pair();
  for (std::size_t next = 0; next < evaluations;) {
    const Proposal proposal = strategy.Ask(rows);
    for (std::size_t i = 0; i < proposal.latents.size(); ++i) visit(next + i, proposal, i);
    next += proposal.latents.size();
    strategy.Tell(pair.Evaluate(proposal.latents, strategy.objectives()));
  }
}

TEST_P(EveryPoolSearch, SameSeedSameSequence) {
  ToyPair a = Pair(), b = Pair(), c = Pair();
  const Trace first = Drive(*Make(), a, 400, 32);
  EXPECT_EQ(Drive(*Make(), b, 400, 32), first);
  EXPECT_NE(Drive(*Make(Context(2)), c, 400, 32), first);
}

TEST_P(EveryPoolSearch, GoesOnAsTheSavedOneWouldHave) {
  ToyPair pair = Pair();
  const auto saved = Make();
  Drive(*saved, pair, 200, 32);
  StrategyContext grown = Context();
  grown.seeds.push_back({std::vector<float>(kDim, 0.5F), 1, "corpus:later"});
  const auto loaded = Make(grown);
  loaded->Load(saved->Save());
  EXPECT_EQ(loaded->Save(), saved->Save());
  ToyPair other = pair;
  EXPECT_EQ(Drive(*loaded, other, 300, 32), Drive(*saved, pair, 300, 32));
}

TEST_P(EveryPoolSearch, RefusesWhatOthersSaved) {
  const auto strategy = Make();
  ToyPair pair = Pair();
  Drive(*strategy, pair, 100, 25);
  const std::string before = strategy->Save();
  const std::string others[] = {
      "",
      before.substr(0, before.size() / 2),
      MakeStrategy({.name = "random"}, Context())->Save(),
      Make(Context(2))->Save(),
      MakeStrategy({.name = GetParam(), .population = 21}, Context())->Save(),
      MakeStrategy({.name = GetParam(), .population = 20, .energy = "rarity"}, Context())->Save()};
  for (const std::string& other : others) {
    EXPECT_THROW(strategy->Load(other), Error);
    EXPECT_EQ(strategy->Save(), before);
  }
}

TEST_P(EveryPoolSearch, StartsAreSeedsFirstThenThePrior) {
  std::set<std::string> origins;
  Follow(*Make(), 20, 20, [&](std::uint64_t number, const Proposal& proposal, std::size_t i) {
    const std::string& origin = proposal.provenance[i].origin;
    EXPECT_EQ(origin != "prior", number < 6) << number;
    if (origin == "prior") return;
    origins.insert(origin);
    const SeedLatent seed = Context().seeds[static_cast<std::size_t>(origin.back() - '0')];
    const auto row = proposal.latents.row(i);
    EXPECT_EQ(std::vector<float>(row.begin(), row.end()), seed.latent);
    EXPECT_EQ(proposal.expected[i], seed.label);
  });
  EXPECT_EQ(origins.size(), 6U);
}

TEST_P(EveryPoolSearch, ChildrenNameParentsAndMutatorsAndKeepTheExpectedLabel) {
  std::vector<int> expected;
  std::size_t children = 0;
  Follow(*Make(), 400, 16, [&](std::uint64_t number, const Proposal& proposal, std::size_t i) {
    const Provenance& provenance = proposal.provenance[i];
    expected.push_back(proposal.expected[i]);
    EXPECT_EQ(proposal.latents.labels[i], kNoLabel);
    if (!provenance.origin.empty()) return;
    ++children;
    ASSERT_LT(provenance.parents[0], number - i);
    EXPECT_EQ(expected.back(), expected[provenance.parents[0]]);
    ASSERT_EQ(provenance.mutators.size(), 1U);
    EXPECT_NO_THROW(FindMutator(provenance.mutators.front()));
  });
  EXPECT_GT(children, 300U);
}

TEST_P(EveryPoolSearch, ConditionalSpacesAskForLabelsAndExpectThem) {
  std::set<int> labels;
  std::vector<int> asked;
  Follow(*Make(Context(1, 3)), 300, 16,
         [&](std::uint64_t, const Proposal& proposal, std::size_t i) {
           asked.push_back(proposal.latents.labels[i]);
           EXPECT_EQ(proposal.expected[i], asked.back());
           const std::uint64_t parent = proposal.provenance[i].parents[0];
           if (parent != Provenance::kNoParent) {
             EXPECT_EQ(asked.back(), asked[parent]);
           }
           labels.insert(asked.back());
         });
  EXPECT_EQ(labels, (std::set<int>{0, 1, 2}));
}

TEST_P(EveryPoolSearch, StaysInTheDomain) {
  const Domain shell = Domain::Typical(Context().space);
  Follow(*Make(), 400, 16, [&](std::uint64_t, const Proposal& proposal, std::size_t i) {
    EXPECT_TRUE(shell.Contains(proposal.latents.row(i)));
  });
  StrategyContext uniform = Context();
  uniform.seeds.clear();
  uniform.space = {.size = kDim, .prior = Prior::kUniform, .low = 2, .high = 3};
  const Domain box = Domain::Typical(uniform.space);
  Follow(*Make(uniform), 400, 16, [&](std::uint64_t, const Proposal& proposal, std::size_t i) {
    EXPECT_TRUE(box.Contains(proposal.latents.row(i)));
  });
}

TEST_P(EveryPoolSearch, GoesOnWhereNothingIsFinite) {
  const auto strategy = Make();
  for (int round = 0; round < 5; ++round) {
    const std::size_t rows = strategy->Ask(30).latents.size();
    Evaluations evaluations;
    evaluations.objectives.assign(rows, std::nan(""));
    evaluations.outcomes.assign(rows, {Verdict::kNonfinite, {Verdict::kNonfinite, -1, -1}});
    strategy->Tell(evaluations);
  }
  EXPECT_EQ(strategy->Ask(3).latents.size(), 3U);
}

TEST_P(EveryPoolSearch, MisuseIsRefused) {
  const auto strategy = Make();
  EXPECT_THROW(strategy->Ask(0), Error);
  strategy->Ask(2);
  EXPECT_THROW(strategy->Ask(2), Error);
  EXPECT_THROW(strategy->Save(), Error);
  EXPECT_THROW(strategy->Tell({}), Error);
}

INSTANTIATE_TEST_SUITE_P(Table, EveryPoolSearch,
                         testing::Values("random_walk", "latte", "map_elites"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace latentfuzz
