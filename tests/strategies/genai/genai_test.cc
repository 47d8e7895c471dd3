#include "latentfuzz/strategies/genai/genai.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "latentfuzz/base/error.h"
#include "latentfuzz/tests/strategies/genai/toy_classifier.h"

namespace latentfuzz {
namespace {

using testing::ElementsAre;

constexpr std::size_t kDim = 8;

const ToyClassifier& Classifier() {
  static const ToyClassifier classifier(kDim);
  return classifier;
}

StrategyContext Context(std::size_t seeds = 30, std::uint64_t seed = 1) {
  return {.space = {.size = kDim},
          .seeds = ToySeeds(Classifier(), kDim, seeds, 10),
          .seed = seed,
          .single = true};
}

std::unique_ptr<Strategy> Make(const std::string& preset, StrategyContext context = Context(),
                               StrategyOptions options = {}) {
  options.name = "genai";
  options.preset = preset;
  return MakeStrategy(options, std::move(context));
}

std::map<std::string, double> FiguresOf(const Strategy& strategy) {
  std::map<std::string, double> figures;
  for (const Figure& each : strategy.Figures()) figures[each.name] = each.value;
  return figures;
}

// The latents of each search in order. Searches from the same seed follow each other.
std::map<std::string, std::vector<float>> BySeed(const Trace& trace) {
  std::map<std::string, std::vector<float>> searches;
  std::vector<std::string> roots;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const std::uint64_t parent = trace.parents[i][0];
    roots.push_back(parent == Provenance::kNoParent ? trace.origins[i] : roots.at(parent));
    std::vector<float>& search = searches[roots.back()];
    search.insert(search.end(), trace.latents.begin() + static_cast<std::ptrdiff_t>(i * kDim),
                  trace.latents.begin() + static_cast<std::ptrdiff_t>((i + 1) * kDim));
  }
  return searches;
}

class EveryGenaiPreset : public testing::TestWithParam<std::string> {};

TEST_P(EveryGenaiPreset, HowItIsAskedDoesNotMatterToASearch) {
  const auto run = [](std::size_t chunk) {
    const auto strategy = Make(GetParam(), Context(20), {.generations = 30, .seeds = 20});
    const Trace trace = Drive(*strategy, Classifier(), 1'000'000, chunk);
    EXPECT_TRUE(strategy->Done());
    return std::pair(BySeed(trace), FiguresOf(*strategy));
  };
  const auto whole = run(100'000);
  EXPECT_EQ(whole.first.size(), 20U);
  for (const std::size_t chunk : {1U, 7U, 64U, 256U}) {
    const auto cut = run(chunk);
    EXPECT_EQ(cut.first, whole.first) << chunk;
    EXPECT_EQ(cut.second, whole.second) << chunk;
  }
}

// So many batches; fewer where it is done.
std::vector<float> DriveBatches(Strategy& strategy, int batches) {
  std::vector<float> latents;
  for (int i = 0; i < batches && !strategy.Done(); ++i) {
    const Proposal proposal = strategy.Ask(50);
    strategy.Tell(Classifier().Evaluate(proposal, strategy.objectives()));
    latents.insert(latents.end(), proposal.latents.values.begin(), proposal.latents.values.end());
  }
  return latents;
}

TEST_P(EveryGenaiPreset, SavedAndLoadedGoesOnAlike) {
  const auto whole_strategy = Make(GetParam());
  const std::vector<float> whole = DriveBatches(*whole_strategy, 60);
  for (const int stop : {0, 1, 2, 10, 40}) {
    const auto first = Make(GetParam());
    std::vector<float> latents = DriveBatches(*first, stop);
    // Other seeds may have come since.
    const auto second = Make(GetParam(), Context(40));
    second->Load(first->Save());
    EXPECT_EQ(second->Save(), first->Save());
    const std::vector<float> rest = DriveBatches(*second, 60 - stop);
    latents.insert(latents.end(), rest.begin(), rest.end());
    EXPECT_TRUE(latents == whole) << stop;
    EXPECT_EQ(FiguresOf(*second), FiguresOf(*whole_strategy));
  }
}

TEST_P(EveryGenaiPreset, TheSeedOfTheStreamsMatters) {
  const auto a = Make(GetParam()), b = Make(GetParam()), c = Make(GetParam(), Context(30, 2));
  const Trace trace = Drive(*a, Classifier(), 500, 50);
  EXPECT_EQ(Drive(*b, Classifier(), 500, 50), trace);
  EXPECT_NE(Drive(*c, Classifier(), 500, 50).latents, trace.latents);
}

TEST_P(EveryGenaiPreset, BatchesAreFullWhileThereAreSeeds) {
  const auto strategy = Make(GetParam(), Context(100), {.seeds = 100});
  for (int batch = 0; batch < 10; ++batch) {
    const Proposal proposal = strategy->Ask(64);
    EXPECT_EQ(proposal.latents.size(), 64U);
    EXPECT_EQ(proposal.expected.size(), 64U);
    strategy->Tell(Classifier().Evaluate(proposal, strategy->objectives()));
  }
}

TEST_P(EveryGenaiPreset, WorksForAPair) {
  StrategyContext context = Context();
  context.single = false;
  for (SeedLatent& seed : context.seeds) seed.label = kNoLabel;
  const auto strategy = Make(GetParam(), context, {.seeds = 30});
  ToyPair pair(kDim, 0.1, 0.2);
  Drive(*strategy, pair, 20'000, 100);
  EXPECT_GT(FiguresOf(*strategy)["failures"], 5);
  EXPECT_GT(pair.findings(), 5U);
}

TEST_P(EveryGenaiPreset, WorksForAConditionalGenerator) {
  StrategyContext context{.space = {.size = kDim, .classes = 4}, .seed = 1, .single = true};
  const auto strategy = Make(GetParam(), context);
  const Trace trace = Drive(*strategy, Classifier(), 2000, 100);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    ASSERT_TRUE(trace.labels[i] >= 0 && trace.labels[i] < 4);
    const std::uint64_t parent = trace.parents[i][0];
    if (parent != Provenance::kNoParent) {
      EXPECT_EQ(trace.labels[i], trace.labels[parent]);
    }
  }
}

TEST_P(EveryGenaiPreset, RefusesStatesThatAreNotItsOwn) {
  const auto strategy = Make(GetParam());
  Drive(*strategy, Classifier(), 100, 50);
  const std::string own = strategy->Save();
  const std::string other = GetParam() == "paper" ? "sound" : "paper";
  for (const std::string& bytes : {std::string("nonsense"), own.substr(0, own.size() / 2),
                                   Make(other)->Save(), Make(GetParam(), Context(30, 2))->Save(),
                                   Make(GetParam(), Context(), {.generations = 7})->Save(),
                                   MakeStrategy({.name = "random"}, Context())->Save()}) {
    try {
      strategy->Load(bytes);
      ADD_FAILURE() << "accepted " << bytes.substr(0, 20);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kData);
    }
    EXPECT_EQ(strategy->Save(), own);
  }
}

TEST_P(EveryGenaiPreset, DamagedStatesNeverCrash) {
  const auto source = Make(GetParam(), Context(2), {.population = 3});
  Drive(*source, Classifier(), 5, 2);
  const std::string state = source->Save();
  for (std::size_t i = 0; i < state.size(); ++i) {
    std::string damaged = state;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x41);
    const auto strategy = Make(GetParam(), Context(2), {.population = 3});
    try {
      strategy->Load(damaged);
      Drive(*strategy, Classifier(), 10, 2);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kData) << "byte " << i;
    } catch (const std::out_of_range&) {  // the toy's, at a label that it does not have
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Genai, EveryGenaiPreset, testing::Values("sound", "paper", "sinvad"),
                         [](const auto& each) { return each.param; });

TEST(Genai, TellsOfItsSearches) {
  const auto strategy = Make("paper", Context(100), {.generations = 40});
  const Trace trace = Drive(*strategy, Classifier(), 1'000'000, 256);
  auto figures = FiguresOf(*strategy);
  EXPECT_TRUE(strategy->Done());
  EXPECT_EQ(figures["seeds"], 100);
  EXPECT_EQ(figures["viable_percent"], 90);  // every tenth has a wrong label
  EXPECT_EQ(figures["evaluations"], trace.size());
  EXPECT_GT(figures["failures"], 10);
  EXPECT_LE(figures["mean_generations"], 40);
  EXPECT_THROW(strategy->Ask(1), Error);
}

TEST(Genai, ObjectivesFollowPresetTargetAndOptions) {
  const auto objectives = [](const std::string& preset, bool single, const std::string& fitness) {
    StrategyContext context = Context();
    context.single = single;
    const auto strategy = Make(preset, context, {.fitness = fitness});
    const auto names = strategy->objectives();
    return std::vector<std::string>(names.begin(), names.end());
  };
  EXPECT_THAT(objectives("sound", true, ""), ElementsAre("expected_margin"));
  EXPECT_THAT(objectives("sound", true, "logits"), ElementsAre("expected_logit_margin"));
  EXPECT_THAT(objectives("paper", true, ""), ElementsAre("expected_logit_margin"));
  EXPECT_THAT(objectives("paper", true, "probabilities"), ElementsAre("expected_margin"));
  EXPECT_THAT(objectives("paper", false, ""), ElementsAre("margin"));
  for (const bool single : {true, false}) {
    EXPECT_THAT(objectives("sinvad", single, ""),
                ElementsAre("reference_expected", "candidate_expected"));
  }
}

TEST(Genai, SoundGoesOnWithViableSeedsAsLongAsItIsAsked) {
  const auto strategy = Make("sound", Context(10));
  const Trace trace = Drive(*strategy, Classifier(), 5000, 64);
  EXPECT_EQ(trace.size(), 5000U);
  std::map<std::string, int> begun;
  for (const std::string& origin : trace.origins) ++begun[origin];
  EXPECT_EQ(begun["encoded:9"], 1);  // the one with a wrong label
  EXPECT_GT(begun["encoded:0"], 1);
}

TEST(Genai, IsDoneWhereNoSeedIsViable) {
  StrategyContext context = Context();
  for (SeedLatent& seed : context.seeds) seed.label = (Classifier().Label(seed.latent) + 1) % 4;
  const auto strategy = Make("sound", context);
  EXPECT_EQ(Drive(*strategy, Classifier(), 5000, 7).size(), 30U);
  EXPECT_TRUE(strategy->Done());
  EXPECT_EQ(FiguresOf(*strategy)["viable_percent"], 0);
}

TEST(Genai, AWiderStepFailsInFewerGenerations) {
  const auto generations = [](const std::string& step) {
    const auto strategy = Make("paper", Context(50), {.step = step});
    Drive(*strategy, Classifier(), 1'000'000, 256);
    return FiguresOf(*strategy)["mean_generations"];
  };
  EXPECT_GT(generations("low"), 1.5 * generations("high"));
  EXPECT_GT(generations("high"), 1.5 * generations("wide"));
}

// SINVAD goes on toward the seed: of the failures of a search, the last ones are the nearer ones.
TEST(Genai, SinvadComesCloserToTheSeed) {
  const auto strategy = Make("sinvad", Context(1));
  const Trace trace = Drive(*strategy, Classifier(), 1'000'000, 1000);
  const auto distance = [&](std::size_t i) {
    double sum = 0;
    for (std::size_t j = 0; j < kDim; ++j) {
      sum += std::abs(trace.latents[i * kDim + j] - trace.latents[j]);
    }
    return sum;
  };
  ASSERT_GT(trace.size(), 200U);
  double first = 0, last = 0;
  for (std::size_t i = 0; i < 50; ++i) {
    first += distance(1 + i) / 50;
    last += distance(trace.size() - 1 - i) / 50;
  }
  EXPECT_LT(last, first / 2);
}

TEST(Genai, MisuseIsAnError) {
  const auto strategy = Make("sound");
  EXPECT_THROW(strategy->Ask(0), Error);
  EXPECT_EQ(strategy->Ask(5).latents.size(), 5U);
  EXPECT_THROW(strategy->Ask(5), Error);
  EXPECT_THROW(static_cast<void>(strategy->Save()), Error);
  EXPECT_THROW(strategy->Tell({std::vector<double>(5), std::vector<Outcome>(4)}), Error);
  EXPECT_THROW(strategy->Tell({std::vector<double>(4), std::vector<Outcome>(5)}), Error);
  EXPECT_NO_THROW(strategy->Tell({std::vector<double>(5), std::vector<Outcome>(5)}));
}

TEST(Genai, PopulationsOfAnySizeButOne) {
  EXPECT_THROW(Make("sound", Context(), {.population = 1}), Error);
  EXPECT_THROW(Make("sound", Context(), {.generations = 2'000'000}), Error);
  for (const std::size_t population : {2U, 3U, 4U, 100U}) {
    const auto strategy = Make("sound", Context(), {.population = population});
    EXPECT_EQ(Drive(*strategy, Classifier(), 2000, 64).size(), 2000U);
  }
}

TEST(Genai, ProvenanceNamesParentsAndOperators) {
  for (const std::string preset : {"sound", "sinvad"}) {
    const Trace trace = Drive(*Make(preset), Classifier(), 2000, 64);
    for (std::size_t i = 0; i < trace.size(); ++i) {
      if (trace.mutators[i].empty()) {
        EXPECT_TRUE(trace.origins[i].starts_with("encoded:"));
        continue;
      }
      EXPECT_EQ(trace.origins[i], "");
      EXPECT_LT(trace.parents[i][0], i);
      const bool bred = trace.parents[i][1] != Provenance::kNoParent;
      EXPECT_EQ(trace.mutators[i].size(), bred ? (preset == "sinvad" ? 3U : 2U) : 1U);
      if (bred) {
        EXPECT_LT(trace.parents[i][1], i);
      }
    }
  }
}

}  // namespace
}  // namespace latentfuzz
