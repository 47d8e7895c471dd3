#include "latentfuzz/strategies/nsga2.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/diffgan.h"
#include "toy_pair.h"

namespace latentfuzz {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

StrategyContext Context(std::size_t seeds = 0) {
  StrategyContext context{.space = {.size = 8, .classes = 3}, .seed = 5};
  for (std::size_t i = 0; i < seeds; ++i) {
    context.seeds.push_back({std::vector<float>(8, 0.5F + 0.01F * static_cast<float>(i)),
                             i % 2 == 0 ? 1 : -1, "corpus:" + std::to_string(i)});
  }
  return context;
}

std::unique_ptr<Strategy> Make(const std::string& preset, std::size_t seeds = 0,
                               std::size_t population = 40, std::size_t offspring = 33) {
  return MakeStrategy(
      {.name = "diffgan", .preset = preset, .population = population, .offspring = offspring},
      Context(seeds));
}

ToyPair Pair() { return ToyPair(8, 0.3, 0.5); }

class EveryPreset : public testing::TestWithParam<std::string> {};

TEST_P(EveryPreset, HowItIsAskedDoesNotMatter) {
  ToyPair whole_pair = Pair();
  const Trace whole = Drive(*Make(GetParam(), 30), whole_pair, 300, 1000);
  for (const std::size_t chunk : {1U, 7U, 64U, 256U}) {
    ToyPair pair = Pair();
    EXPECT_EQ(Drive(*Make(GetParam(), 30), pair, 300, chunk), whole) << "chunk " << chunk;
  }
}

TEST_P(EveryPreset, SavedAndLoadedGoesOnAlike) {
  ToyPair whole_pair = Pair();
  const Trace whole = Drive(*Make(GetParam(), 30), whole_pair, 300, 20);
  // In generation 0, at its end, in later generations and at their end.
  for (const std::size_t stop : {0U, 7U, 40U, 60U, 73U, 200U}) {
    ToyPair pair = Pair();
    const auto first = Make(GetParam(), 30);
    Trace trace = Drive(*first, pair, stop, 9);
    // The corpus may have grown since.
    const auto second = Make(GetParam(), 99);
    second->Load(first->Save());
    EXPECT_EQ(second->Save(), first->Save());
    const Trace rest = Drive(*second, pair, 300 - stop, 20);
    std::vector<float> latents = trace.latents;
    latents.insert(latents.end(), rest.latents.begin(), rest.latents.end());
    EXPECT_EQ(latents, whole.latents) << "stopped at " << stop;
  }
}

TEST_P(EveryPreset, NoGenerationHoldsADuplicate) {
  ToyPair pair = Pair();
  const auto strategy = Make(GetParam(), 0, 20, 20);
  const Trace trace = Drive(*strategy, pair, 400, 20);
  for (std::size_t first = 0; first < trace.size(); first += 20) {
    std::set<std::pair<std::vector<float>, int>> distinct;
    for (std::size_t i = first; i < first + 20; ++i) {
      const auto row = trace.latents.begin() + static_cast<std::ptrdiff_t>(i * 8);
      distinct.insert({std::vector<float>(row, row + 8), trace.labels[i]});
    }
    EXPECT_EQ(distinct.size(), 20U) << "from " << first;
  }
}

TEST_P(EveryPreset, ProvenanceNamesParentsAndMutators) {
  ToyPair pair = Pair();
  const Trace trace = Drive(*Make(GetParam()), pair, 300, 50);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const bool immigrant = GetParam() == "sound" && trace.origins[i] == "prior";
    if (i < 40 || immigrant) {
      EXPECT_EQ(trace.origins[i], "prior");
      EXPECT_TRUE(trace.mutators[i].empty());
      continue;
    }
    EXPECT_EQ(trace.origins[i], "");
    EXPECT_FALSE(trace.mutators[i].empty());
    EXPECT_LT(trace.parents[i][0], i);
    const std::string_view first = trace.mutators[i][0];
    if (FindMutator(first).partner != Partner::kNone) {
      EXPECT_LT(trace.parents[i][1], i);
    }
  }
}

TEST_P(EveryPreset, SurvivesAnyObjectives) {
  const std::vector<std::vector<double>> rows{
      {kNan, kNan}, {0, 0}, {std::numeric_limits<double>::infinity(), 0}, {kNan, -1e300}};
  for (const auto& row : rows) {
    const auto strategy = Make(GetParam(), 0, 10, 10);
    for (int generation = 0; generation < 5; ++generation) {
      Evaluations told;
      const std::size_t asked = strategy->Ask(10).latents.size();
      for (std::size_t i = 0; i < asked; ++i) {
        told.objectives.insert(told.objectives.end(), row.begin(), row.end());
        if (strategy->objectives().size() > 2) told.objectives.push_back(row[0]);
        told.outcomes.push_back(
            {.verdict = Verdict::kNonfinite, .signature = {Verdict::kNonfinite, -1, -1}});
      }
      strategy->Tell(told);
    }
  }
}

TEST_P(EveryPreset, PopulationsOfAnySize) {
  for (const std::size_t population : {1U, 2U, 3U, 5U}) {
    ToyPair pair = Pair();
    const Trace trace = Drive(*Make(GetParam(), 0, population, 3), pair, 60, 2);
    EXPECT_EQ(trace.size(), 60U);
  }
}

TEST_P(EveryPreset, NanRowsNeverBreed) {
  const auto strategy = Make(GetParam(), 0, 20, 20);
  Proposal proposal = strategy->Ask(20);
  for (int generation = 0; generation < 4; ++generation) {
    Evaluations told;
    for (std::size_t i = 0; i < 20; ++i) {
      const double value = i % 2 == 0 ? kNan : static_cast<double>(i);
      told.objectives.insert(told.objectives.end(), {value, -value});
      if (strategy->objectives().size() > 2) told.objectives.push_back(0);
      told.outcomes.emplace_back();
    }
    strategy->Tell(told);
    proposal = strategy->Ask(20);
    // Of the first 20 rows half are NaN; these stay until there are better ones.
    if (generation == 0) continue;
    for (const Provenance& each : proposal.provenance) {
      if (each.parents[0] == Provenance::kNoParent) continue;  // an immigrant
      EXPECT_EQ(each.parents[0] % 2, 1U);
    }
  }
}

TEST_P(EveryPreset, TheSeedOfTheStreamsMatters) {
  ToyPair a = Pair(), b = Pair();
  StrategyContext other = Context();
  other.seed = 6;
  const auto strategy = MakeStrategy({.name = "diffgan", .preset = GetParam()}, other);
  EXPECT_NE(Drive(*strategy, a, 20, 20).latents, Drive(*Make(GetParam()), b, 20, 20).latents);
}

INSTANTIATE_TEST_SUITE_P(Diffgan, EveryPreset, testing::Values("sound", "paper"),
                         [](const auto& each) { return each.param; });

// Deb's rules: whatever its objectives, a row that violates the constraint comes after those that
// do not, and the smaller violation comes first.
TEST(Nsga2, ViolationsComeAfterAllThatIsFeasible) {
  Nsga2Settings settings;
  settings.name = "constrained";
  settings.objectives = {"a", "b", "violation"};
  settings.constrained = true;
  settings.population = settings.offspring = 4;
  settings.breeding.mutation_probability = 1;
  settings.breeding.mutators = {ParseMutator("gaussian")};
  settings.scheduler = "uniform";
  Nsga2 strategy(std::move(settings), {.space = {.size = 3}, .seed = 1});
  Proposal proposal = strategy.Ask(4);
  // 0: feasible and bad; 1: best but violates a little; 2: better still, violates more; 3: NaN.
  strategy.Tell({.objectives = {5, 5, 0, -9, -9, 0.1, -99, -99, 0.2, -99, -99, kNan},
                 .outcomes = std::vector<Outcome>(4)});
  std::set<std::uint64_t> parents;
  for (int generation = 0; generation < 3; ++generation) {
    proposal = strategy.Ask(4);
    Evaluations told{.objectives = {}, .outcomes = std::vector<Outcome>(4)};
    for (int i = 0; i < 4; ++i) {
      told.objectives.insert(told.objectives.end(), {-999, -999, 0.15});
    }
    strategy.Tell(told);
  }
  // Four places: 0 (feasible), 1 (0.1), then rows that violate 0.15; 2 and 3 are out.
  for (int generation = 0; generation < 5; ++generation) {
    proposal = strategy.Ask(4);
    for (const Provenance& each : proposal.provenance) parents.insert(each.parents[0]);
    Evaluations told{.objectives = {}, .outcomes = std::vector<Outcome>(4)};
    for (int i = 0; i < 4; ++i) told.objectives.insert(told.objectives.end(), {0, 0, 1});
    strategy.Tell(told);
  }
  EXPECT_TRUE(parents.contains(0));
  EXPECT_FALSE(parents.contains(2));
  EXPECT_FALSE(parents.contains(3));
}

TEST(Nsga2, AskReturnsAtMostTheRestOfTheGeneration) {
  ToyPair pair = Pair();
  const auto strategy = Make("sound", 0, 10, 4);
  for (const std::size_t expected : {7U, 3U, 4U, 4U}) {
    const Proposal proposal = strategy->Ask(7);
    EXPECT_EQ(proposal.latents.size(), expected);
    strategy->Tell(pair.Evaluate(proposal.latents, strategy->objectives()));
  }
}

TEST(Nsga2, SeedsComeFirstAsTheyAreAndFillHalfAtMost) {
  ToyPair pair = Pair();
  const Trace trace = Drive(*Make("sound", 30), pair, 40, 40);
  std::set<std::string> origins;
  for (std::size_t i = 0; i < 20; ++i) {
    ASSERT_EQ(trace.origins[i].substr(0, 7), "corpus:");
    origins.insert(trace.origins[i]);
    const int number = std::stoi(trace.origins[i].substr(7));
    EXPECT_EQ(trace.latents[i * 8], 0.5F + 0.01F * static_cast<float>(number));
    if (number % 2 == 0) {
      EXPECT_EQ(trace.labels[i], 1);
    }
    EXPECT_GE(trace.labels[i], 0);
  }
  EXPECT_EQ(origins.size(), 20U);
  for (std::size_t i = 20; i < 40; ++i) EXPECT_EQ(trace.origins[i], "prior");
}

// A classifier that is tested alone is held against these labels.
TEST(Nsga2, TheLabelOfASeedIsExpectedAndInAConditionalSpaceTheOneAskedFor) {
  for (const std::size_t classes : {0U, 3U}) {
    StrategyContext context = Context(30);
    context.space.classes = classes;
    const auto strategy = MakeStrategy({.name = "diffgan", .population = 40}, context);
    ToyPair pair = Pair();
    std::set<int> of_seeds;
    for (int generation = 0; generation < 4; ++generation) {
      const Proposal proposal = strategy->Ask(40);
      for (std::size_t i = 0; i < proposal.latents.size(); ++i) {
        const bool seed = proposal.provenance[i].origin.starts_with("corpus:");
        if (seed) of_seeds.insert(proposal.expected[i]);
        if (classes > 0) {
          EXPECT_EQ(proposal.expected[i], proposal.latents.labels[i]);
        } else if (!seed) {
          EXPECT_EQ(proposal.expected[i], kNoLabel);
        }
      }
      strategy->Tell(pair.Evaluate(proposal.latents, strategy->objectives()));
    }
    EXPECT_TRUE(of_seeds.contains(1));
    EXPECT_EQ(of_seeds.contains(kNoLabel), classes == 0);
  }
}

TEST(Nsga2, EqualSeedsAreTakenOnce) {
  StrategyContext context = Context();
  context.seeds.assign(10, {std::vector<float>(8, 1.0F), 0, "corpus:a"});
  ToyPair pair = Pair();
  const auto strategy = MakeStrategy({.name = "diffgan", .population = 40}, context);
  const Trace trace = Drive(*strategy, pair, 40, 40);
  EXPECT_EQ(std::count(trace.origins.begin(), trace.origins.end(), "corpus:a"), 1);
}

TEST(Nsga2, MisuseIsAnError) {
  const auto strategy = Make("sound");
  EXPECT_THROW(strategy->Ask(0), Error);
  strategy->Ask(2);
  EXPECT_THROW(strategy->Ask(2), Error);
  EXPECT_THROW(strategy->Save(), Error);
  EXPECT_THROW(strategy->Tell({.objectives = {1, 2, 0}, .outcomes = std::vector<Outcome>(1)}),
               Error);
  EXPECT_THROW(strategy->Tell({.objectives = {1, 2, 0}, .outcomes = std::vector<Outcome>(2)}),
               Error);
  EXPECT_NO_THROW(
      strategy->Tell({.objectives = {1, 2, 0, 3, 4, 0}, .outcomes = std::vector<Outcome>(2)}));
}

TEST(Nsga2, LoadRefusesWhatIsNotItsOwnAndStaysAsItWas) {
  ToyPair pair = Pair();
  const auto strategy = Make("sound");
  Drive(*strategy, pair, 60, 20);
  const std::string state = strategy->Save();
  const std::vector<std::string> wrong{"",
                                       "nonsense",
                                       state.substr(0, state.size() / 2),
                                       Make("paper")->Save(),
                                       Make("sound", 0, 41)->Save(),
                                       MakeStrategy({.name = "random"}, Context())->Save()};
  for (const std::string& bytes : wrong) {
    try {
      strategy->Load(bytes);
      ADD_FAILURE() << "accepted " << bytes.substr(0, 20);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kData);
    }
    EXPECT_EQ(strategy->Save(), state);
  }
}

TEST(Nsga2, DamagedStatesNeverCrash) {
  ToyPair pair = Pair();
  const auto source = Make("sound", 3, 6, 5);
  Drive(*source, pair, 9, 5);
  const std::string state = source->Save();
  for (std::size_t i = 0; i < state.size(); ++i) {
    std::string damaged = state;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x41);
    const auto strategy = Make("sound", 3, 6, 5);
    try {
      strategy->Load(damaged);
      strategy->Ask(1);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kData) << "byte " << i;
    }
  }
}

}  // namespace
}  // namespace latentfuzz
