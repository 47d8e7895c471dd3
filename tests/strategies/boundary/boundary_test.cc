#include "latentfuzz/strategies/boundary/boundary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "latentfuzz/base/error.h"
#include "latentfuzz/tests/strategies/toy_pair.h"

namespace latentfuzz {
namespace {

using testing::ElementsAre;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::unique_ptr<Strategy> Make(const LatentSpace& space, std::size_t seeds = 0,
                               std::uint64_t seed = 1) {
  StrategyContext context{.space = space, .seed = seed};
  for (std::size_t i = 0; i < seeds; ++i) {
    context.seeds.push_back({std::vector<float>(space.size, 0.01F * static_cast<float>(i)), -1,
                             "corpus:" + std::to_string(i)});
  }
  return MakeStrategy({.name = "boundary"}, std::move(context));
}

void ExpectInside(const Trace& trace, const LatentSpace& space) {
  const Domain domain = Domain::Typical(space);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const auto z = std::span(trace.latents).subspan(i * space.size, space.size);
    for (const float gene : z) ASSERT_TRUE(std::isfinite(gene)) << i;
    if (trace.origins[i].empty()) {
      ASSERT_TRUE(domain.Contains(z)) << i;
    }
  }
}

struct Counts {
  std::size_t findings, signatures;
};

Counts Count(const std::string& name, double noise, double grid, std::uint64_t seed) {
  ToyPair pair(16, noise, 1.5, grid);
  const auto strategy = MakeStrategy({.name = name}, {.space = {.size = 16}, .seed = seed});
  Drive(*strategy, pair, 4096, 256);
  return {pair.findings(), pair.signatures()};
}

TEST(Boundary, FindsManyTimesMoreThanRandomInAThinSheet) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Counts found = Count("boundary", 0.003, 0, seed);
    const Counts random = Count("random", 0.003, 0, seed);
    EXPECT_GT(found.findings, 30 * random.findings) << "seed " << seed;
    EXPECT_GT(found.findings, 4096 / 12U) << "seed " << seed;
    EXPECT_GE(found.signatures, random.signatures) << "seed " << seed;
  }
}

TEST(Boundary, FindsManyTimesMoreThanRandomWhereScoresLieOnAGrid) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Counts found = Count("boundary", 0.01, 0.1, seed);
    const Counts random = Count("random", 0.01, 0.1, seed);
    EXPECT_GT(found.findings, 5 * random.findings) << "seed " << seed;
    EXPECT_GE(found.signatures, random.signatures) << "seed " << seed;
  }
}

TEST(Boundary, IsNoWorseThanRandomWhereTheClassifiersHaveLittleInCommon) {
  const Counts found = Count("boundary", 1, 0, 1);
  const Counts random = Count("random", 1, 0, 1);
  EXPECT_GT(found.findings, 0.9 * static_cast<double>(random.findings));
}

TEST(Boundary, TheFirstFindingComesEarly) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    ToyPair pair(16, 0.003, 1.5);
    Drive(*Make({.size = 16}, 0, seed), pair, 256, 256);
    EXPECT_GT(pair.findings(), 0U) << "seed " << seed;
  }
}

TEST(Boundary, SameSeedAndSizesGiveTheSameSequence) {
  ToyPair a(8, 0.05, 0.5), b(8, 0.05, 0.5), c(8, 0.05, 0.5);
  const Trace once = Drive(*Make({.size = 8}), a, 1000, 64);
  EXPECT_EQ(Drive(*Make({.size = 8}), b, 1000, 64), once);
  EXPECT_NE(Drive(*Make({.size = 8}, 0, 2), c, 1000, 64).latents, once.latents);
}

TEST(Boundary, SavedAndLoadedGoesOnAlike) {
  const LatentSpace space{.size = 8, .classes = 3};
  ToyPair whole_pair(8, 0.05, 0.5, 0.05);
  const Trace whole = Drive(*Make(space, 30), whole_pair, 1500, 50);
  for (const std::size_t batches : {0U, 1U, 3U, 9U, 20U}) {
    ToyPair pair(8, 0.05, 0.5, 0.05);
    const auto first = Make(space, 30);
    Trace trace;
    for (std::size_t i = 0; i < batches; ++i) {
      const Proposal proposal = first->Ask(50);
      first->Tell(pair.Evaluate(proposal.latents, first->objectives()));
      trace.Append(proposal);
    }
    // The corpus may have grown since.
    const auto second = Make(space, 99);
    second->Load(first->Save());
    EXPECT_EQ(second->Save(), first->Save());
    const Trace rest = Drive(*second, pair, 1500 - trace.size(), 50);
    trace.latents.insert(trace.latents.end(), rest.latents.begin(), rest.latents.end());
    EXPECT_EQ(trace.latents, whole.latents) << batches;
  }
}

TEST(Boundary, RefusesStatesThatAreNotItsOwn) {
  const auto strategy = Make({.size = 4});
  const std::string own = strategy->Save();
  EXPECT_THROW(strategy->Load(MakeStrategy({.name = "random"}, {.space = {.size = 4}})->Save()),
               Error);
  EXPECT_THROW(strategy->Load(Make({.size = 4}, 0, 2)->Save()), Error);
  EXPECT_THROW(strategy->Load(Make({.size = 5})->Save()), Error);
  EXPECT_THROW(strategy->Load(std::string_view(own).substr(0, own.size() / 2)), Error);
  EXPECT_EQ(strategy->Save(), own);
}

TEST(Boundary, IdenticalClassifiersNeverEndIt) {
  for (const std::size_t dim : {1U, 2U, 16U}) {
    ToyPair pair(dim, 0, 0.5);
    ExpectInside(Drive(*Make({.size = dim}), pair, 3000, 256), {.size = dim});
    EXPECT_EQ(pair.triggers(), 0U);
  }
}

TEST(Boundary, WorksInEverySpace) {
  const LatentSpace spaces[] = {{.size = 1},
                                {.size = 2},
                                {.size = 2, .prior = Prior::kUniform, .low = -2, .high = 1},
                                {.size = 1, .prior = Prior::kUniform},
                                {.size = 16, .prior = Prior::kUniform, .classes = 4}};
  for (const LatentSpace& space : spaces) {
    ToyPair pair(space.size, 0.1, 1e-4, 0, 1);
    ExpectInside(Drive(*Make(space), pair, 3000, 256), space);
    EXPECT_GT(pair.findings(), 100U) << space.size;
  }
}

TEST(Boundary, NamesItsSteps) {
  ToyPair pair(16, 0.02, 1);
  const Trace trace = Drive(*Make({.size = 16}, 40), pair, 2000, 64);
  std::map<std::string_view, int> uses;
  std::set<std::string> origins;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (trace.mutators[i].empty()) {
      EXPECT_TRUE(origins.insert(trace.origins[i]).second || trace.origins[i] == "prior");
      continue;
    }
    ASSERT_EQ(trace.mutators[i].size(), 1U);
    ++uses[trace.mutators[i][0]];
    const bool path = trace.mutators[i][0] == "bisection";
    EXPECT_LT(trace.parents[i][0], i);
    EXPECT_EQ(trace.parents[i][1] != Provenance::kNoParent, path);
    if (path) {
      // Endpoints are seeds or draws.
      EXPECT_TRUE(trace.mutators[trace.parents[i][0]].empty());
      EXPECT_TRUE(trace.mutators[trace.parents[i][1]].empty());
    }
  }
  EXPECT_EQ(uses.size(), 2U);
  EXPECT_GT(uses["bisection"], 50);
  EXPECT_GT(uses["boundary"], 50);
  EXPECT_GT(origins.size(), 20U);  // seeds, each once
}

// Paths from one endpoint find near-copies: no endpoint has many more of them than another.
TEST(Boundary, PathsAreSpreadOverTheEndpoints) {
  ToyPair pair(16, 0.003, 1.5);
  const Trace trace = Drive(*Make({.size = 16}), pair, 6000, 64);
  std::set<std::array<std::uint64_t, 2>> paths;
  for (std::size_t i = 2000; i < trace.size(); ++i) {
    if (trace.parents[i][1] != Provenance::kNoParent) paths.insert(trace.parents[i]);
  }
  std::map<std::uint64_t, int> uses;
  for (const auto& ends : paths) {
    for (const std::uint64_t end : ends) ++uses[end];
  }
  int most = 0;
  for (const auto& [end, count] : uses) most = std::max(most, count);
  const double mean = 2.0 * static_cast<double>(paths.size()) / static_cast<double>(uses.size());
  EXPECT_GT(paths.size(), 200U);
  EXPECT_LT(most, 3 * mean) << most << " of " << mean;
}

TEST(Boundary, ASearchKeepsItsLabel) {
  const LatentSpace space{.size = 16, .classes = 3};
  ToyPair pair(16, 0.02, 1);
  const Trace trace = Drive(*Make(space), pair, 2000, 64);
  std::set<int> labels;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    ASSERT_TRUE(trace.labels[i] >= 0 && trace.labels[i] < 3);
    for (const std::uint64_t parent : trace.parents[i]) {
      if (parent == Provenance::kNoParent) continue;
      EXPECT_EQ(trace.labels[i], trace.labels[parent]);
      labels.insert(trace.labels[i]);
    }
  }
  EXPECT_EQ(labels.size(), 3U);
}

// `n` rows of two classes, of which the first has the score `first` and the second one 0.
ScoreBatch Rows(std::size_t n, float first) {
  ScoreBatch scores{ScoreKind::kLogits, 2, std::vector<float>(2 * n)};
  for (std::size_t i = 0; i < n; ++i) scores.row(i)[0] = first;
  return scores;
}

// What is told of `n` latents, for the same of each.
Evaluations Alike(std::size_t n, const Outcome& outcome, double score, double violation) {
  const ScoreBatch scores = Rows(n, static_cast<float>(score));
  return {std::vector<double>(n, violation), std::vector<Outcome>(n, outcome), scores, scores};
}

// A strategy that is told `outcome` and `score` of everything.
Trace Monotony(Strategy& strategy, const Outcome& outcome, double score) {
  Trace trace;
  while (trace.size() < 2000) {
    const Proposal proposal = strategy.Ask(64);
    const std::size_t n = proposal.latents.size();
    strategy.Tell(Alike(n, outcome, score, std::isnan(score) ? score : 0));
    trace.Append(proposal);
  }
  return trace;
}

TEST(Boundary, OutlivesResultsThatSayNothing) {
  Outcome broken;
  broken.verdict = broken.signature.verdict = Verdict::kNonfinite;
  broken.signature.reference_label = broken.signature.candidate_label = -1;
  Outcome copied;
  copied.verdict = copied.signature.verdict = Verdict::kDisagree;
  copied.signature.candidate_label = 1;
  for (const Outcome& outcome : {broken, Outcome{}, copied}) {
    for (const double gap : {kNan, 0.0, 1.0}) {
      const auto strategy = Make({.size = 4});
      ExpectInside(Monotony(*strategy, outcome, gap), {.size = 4});
    }
  }
}

TEST(Boundary, NansNowAndThenAreLeftBehind) {
  ToyPair pair(16, 0.003, 1.5);
  const auto strategy = Make({.size = 16});
  Trace trace;
  for (int batch = 0; batch < 30; ++batch) {
    const Proposal proposal = strategy->Ask(64);
    Evaluations told = pair.Evaluate(proposal.latents, strategy->objectives());
    for (std::size_t i = 0; i < told.outcomes.size(); i += 3) {
      told.reference.row(i)[0] = static_cast<float>(kNan);
      told.outcomes[i] = {};
      told.outcomes[i].verdict = Verdict::kNonfinite;
      told.outcomes[i].signature = {Verdict::kNonfinite, -1, 0};
    }
    strategy->Tell(told);
    trace.Append(proposal);
  }
  ExpectInside(trace, {.size = 16});
  EXPECT_GT(pair.findings(), 50U);
}

// What drives `strategy` where a latent with z[0] > `limit` is implausible: how many of its
// findings are not, and how many are.
std::array<int, 2> FindingsBeside(Strategy& strategy, float limit) {
  ToyPair pair(16, 0.003, 1.5);
  std::array<int, 2> findings{};
  for (int batch = 0; batch < 60; ++batch) {
    const Proposal proposal = strategy.Ask(64);
    Evaluations told = pair.Evaluate(proposal.latents, strategy.objectives());
    for (std::size_t i = 0; i < told.outcomes.size(); ++i) {
      const float beyond = proposal.latents.row(i)[0] - limit;
      told.objectives[i] = std::max(0.0F, beyond);
      findings[beyond > 0 ? 1 : 0] += told.outcomes[i].finding ? 1 : 0;
    }
    strategy.Tell(told);
  }
  return findings;
}

TEST(Boundary, SearchesWhereImagesArePlausible) {
  const auto [plausible, implausible] = FindingsBeside(*Make({.size = 16}), 0.2F);
  EXPECT_GT(plausible, 150);
  EXPECT_LT(implausible, plausible / 3);
}

TEST(Boundary, SearchesThePlausibleHalfWhereNoDrawIsPlausible) {
  const auto [none, all] = FindingsBeside(*Make({.size = 16}), -100);
  EXPECT_EQ(none, 0);
  EXPECT_GT(all, 150);
}

// A driver that reports how near the copies are: of everything within `radius`, none is a finding.
TEST(Boundary, NearCopiesLengthenTheSidewaysStep) {
  const auto step = [](double radius) {
    ToyPair pair(16, 0.02, radius);
    Boundary boundary(256, "", {.space = {.size = 16}, .seed = 1});
    Drive(boundary, pair, 20000, 256);
    return boundary.step();
  };
  EXPECT_GT(step(3), 1.3 * step(0.5));
}

TEST(Boundary, MisuseIsAnError) {
  const auto strategy = Make({.size = 4});
  EXPECT_THROW(strategy->Ask(0), Error);
  const std::size_t n = strategy->Ask(5).latents.size();
  EXPECT_EQ(n, 5U);
  EXPECT_THROW(strategy->Ask(5), Error);
  EXPECT_THROW(static_cast<void>(strategy->Save()), Error);
  EXPECT_THROW(strategy->Tell({std::vector<double>(3), std::vector<Outcome>(5)}), Error);
  EXPECT_NO_THROW(strategy->Tell(Alike(5, {}, 1, 0)));
}

TEST(Boundary, DeclaresItsObjectives) {
  const auto strategy = Make({.size = 4});
  const auto names = strategy->objectives();
  EXPECT_THAT(std::vector<std::string>(names.begin(), names.end()), ElementsAre("implausibility"));
}

}  // namespace
}  // namespace latentfuzz
