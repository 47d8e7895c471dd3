#include "latentfuzz/strategies/genai/seed_search.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "latentfuzz/strategies/archive.h"
#include "latentfuzz/strategies/names.h"

namespace latentfuzz {
namespace {

constexpr int kLabel = 2;
const std::vector<float> kSeed{1, -1, 0.5, 2};

GenaiRules Rules() {
  GenaiRules rules;
  rules.population = 4;
  rules.kept = 2;
  rules.generations = 6;
  rules.step.initial = 0.25;
  rules.domain = Domain::None({.size = kSeed.size()});
  rules.fitness = &FindByName(GenaiFitnessTable(), "probabilities", "fitness");
  return rules;
}

Outcome Says(int label, Verdict verdict = Verdict::kAgree) {
  Outcome outcome;
  outcome.verdict = verdict;
  outcome.signature = {verdict, kLabel, label};
  return outcome;
}

// A search, and the number of the next evaluation.
struct Bench {
  explicit Bench(GenaiRules which = Rules(), int expected = kLabel)
      : rules(which), search(3, 0, kSeed, expected) {}

  // Evaluates the next latent; of negative fitness it is a failure.
  Individual Tell(double fitness) {
    const Individual individual = search.Next();
    const Outcome outcome = fitness < 0 ? Says(kLabel + 1, Verdict::kWrongLabel) : Says(kLabel);
    search.Tell(rules, std::array{fitness}, outcome, next++, 7);
    return individual;
  }
  // What is left of this generation, all of the same fitness.
  void TellGeneration(double fitness) {
    const std::uint64_t generation = search.generation();
    do {
      Tell(fitness);
    } while (!search.done() && search.generation() == generation && search.HasNext());
  }
  // The seed, of fitness 1, and whole generations.
  void TellGenerations(const std::vector<double>& fitness) {
    Tell(1);
    for (const double each : fitness) TellGeneration(each);
  }

  GenaiRules rules;
  SeedSearch search;
  std::uint64_t next = 100;
};

TEST(SeedSearch, ASeedThatIsNotSeenAsExpectedIsNotViable) {
  for (const Outcome& outcome : {Says(1), Says(kLabel + 1, Verdict::kWrongLabel),
                                 Says(kLabel, Verdict::kTie), Says(-1, Verdict::kNonfinite)}) {
    Bench bench;
    EXPECT_EQ(bench.search.Next().latent, kSeed);
    EXPECT_FALSE(bench.search.HasNext());
    bench.search.Tell(bench.rules, std::array{0.5}, outcome, 0, 7);
    EXPECT_EQ(bench.search.state(), SeedSearch::State::kNotViable);
    EXPECT_FALSE(bench.search.failed());
  }
}

TEST(SeedSearch, WithoutAnExpectedLabelItIsWhatTheSeedGets) {
  Bench bench(Rules(), kNoLabel);
  bench.Tell(0.5);
  EXPECT_EQ(bench.search.expected(), kLabel);
  EXPECT_EQ(bench.search.state(), SeedSearch::State::kSearching);
}

TEST(SeedSearch, TheBestStayAreNotEvaluatedAgainAndBreed) {
  Bench bench;
  const std::uint64_t seed = bench.next;
  bench.Tell(1);
  for (const double fitness : {0.8, 0.3, 0.9, 0.4}) {
    EXPECT_EQ(bench.Tell(fitness).parents[0], seed);
  }
  // Evaluations 102 (0.3) and 104 (0.4) stay.
  EXPECT_EQ(bench.search.generation(), 1U);
  for (const double fitness : {0.35, 0.9}) {
    const Individual child = bench.Tell(fitness);
    EXPECT_EQ(std::set(child.parents.begin(), child.parents.end()),
              (std::set<std::uint64_t>{102, 104}));
  }
  // Now 102 (0.3) and 105 (0.35).
  EXPECT_EQ(bench.search.generation(), 2U);
  const Individual child = bench.Tell(0.5);
  EXPECT_EQ(std::set(child.parents.begin(), child.parents.end()),
            (std::set<std::uint64_t>{102, 105}));
}

TEST(SeedSearch, TheStepFollowsTheBest) {
  Bench bench;
  bench.TellGenerations({0.5});
  EXPECT_EQ(bench.search.step(), 0.25);
  for (const auto& [fitness, step] :
       std::vector<std::pair<double, double>>{{0.5, 0.5}, {0.9, 1}, {0.4, 0.25}, {0.4, 0.5}}) {
    bench.TellGeneration(fitness);
    EXPECT_EQ(bench.search.step(), step) << fitness;
  }
}

TEST(SeedSearch, EndsAfterTheGenerationOfTheFirstFailure) {
  Bench bench;
  bench.TellGenerations({0.5, 0.4});
  EXPECT_EQ(bench.search.generation(), 2U);
  bench.Tell(-0.1);
  EXPECT_FALSE(bench.search.done());
  bench.Tell(0.3);
  EXPECT_EQ(bench.search.state(), SeedSearch::State::kFinished);
  EXPECT_TRUE(bench.search.failed());
  EXPECT_EQ(bench.search.failed_at(), 2U);
}

TEST(SeedSearch, EndsWhenThereWereEnoughGenerations) {
  Bench bench;
  bench.TellGenerations({0.9, 0.8, 0.7, 0.6, 0.5});
  EXPECT_FALSE(bench.search.done());
  bench.TellGeneration(0.4);
  EXPECT_EQ(bench.search.state(), SeedSearch::State::kFinished);
  EXPECT_FALSE(bench.search.failed());
  // The seed, 4 in the first generation, 2 in each of the 5 others.
  EXPECT_EQ(bench.next, 100U + 1 + 4 + 5 * 2);
}

TEST(SeedSearch, GoesOnForABetterFailureUntilItHasConverged) {
  GenaiRules rules = Rules();
  rules.generations = 1000;
  rules.ends_at_failure = false;
  rules.step = {.initial = 0.25, .factor = 0.5, .least = 0.05};
  Bench bench(rules);
  bench.TellGenerations({0.5, -0.1, -0.2});
  EXPECT_FALSE(bench.search.done());
  EXPECT_TRUE(bench.search.failed());
  EXPECT_EQ(bench.search.failed_at(), 1U);
  // The best stagnates: 0.125, 0.0625, 0.03125.
  for (const bool done : {false, false, true}) {
    bench.TellGeneration(-0.2);
    EXPECT_EQ(bench.search.done(), done);
  }
}

TEST(SeedSearch, TheFirstGenerationMaySpreadWider) {
  const auto spread = [](double first) {
    GenaiRules rules = Rules();
    rules.spread = first;
    rules.population = 50;
    Bench bench(rules);
    bench.Tell(1);
    double sum = 0;
    for (int i = 0; i < 50; ++i) sum += std::abs(bench.Tell(0.5).latent[0] - kSeed[0]);
    return sum / 50;
  };
  EXPECT_NEAR(spread(0), 0.25 * 0.8, 0.1);
  EXPECT_NEAR(spread(10), 10 * 0.8, 4);
}

TEST(SeedSearch, NanComesLast) {
  Bench bench;
  bench.Tell(1);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const double fitness : {kNan, 0.9, kNan, 0.8}) bench.Tell(fitness);
  EXPECT_EQ(std::set({bench.Tell(0.5).parents[0], bench.Tell(0.5).parents[0]}).count(101), 0U);
}

TEST(SeedSearch, SavedAndLoadedGoesOnAlike) {
  for (int stop = 0; stop < 14; ++stop) {
    Bench whole, part;
    const auto fitness = [](std::uint64_t evaluation) {
      return 1 / (1 + static_cast<double>(evaluation * 7919 % 31));
    };
    for (int i = 0; i < stop; ++i) {
      whole.Tell(fitness(whole.next));
      part.Tell(fitness(part.next));
    }
    StateWriter writer("test", 1);
    ArchiveWriter archive;
    SeedSearch(part.search).Serialize(archive);
    archive.Save(writer, "search");
    const std::string bytes = writer.Bytes();
    const StateReader reader("test", 1, bytes);
    ArchiveReader loader(reader, "search", kSeed.size());
    part.search = {};
    part.search.Serialize(loader);
    loader.Finish();
    EXPECT_TRUE(part.search.Consistent(kSeed.size()));
    while (!whole.search.done()) {
      ASSERT_EQ(part.Tell(fitness(part.next)).latent, whole.Tell(fitness(whole.next)).latent);
    }
    EXPECT_TRUE(part.search.done());
  }
}

}  // namespace
}  // namespace latentfuzz
