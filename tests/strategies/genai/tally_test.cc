#include "latentfuzz/strategies/genai/tally.h"

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "latentfuzz/strategies/names.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kGenerations = 5;

// A search that was told `fitness` of its seed and of whole generations; negative ones are
// failures.
SeedSearch Searched(const std::vector<double>& fitness) {
  GenaiRules rules;
  rules.population = 2;
  rules.kept = 1;
  rules.generations = kGenerations;
  rules.fitness = &FindByName(GenaiFitnessTable(), "probabilities", "fitness");
  SeedSearch search(0, 0, std::vector<float>{1, 2}, 0);
  std::uint64_t evaluation = 0;
  for (std::size_t i = 0; i < fitness.size(); ++i) {
    for (std::size_t row = 0; row < (i == 1 ? 2 : 1); ++row) {
      search.Next();
      Outcome outcome;
      if (fitness[i] < 0) outcome.verdict = Verdict::kWrongLabel;
      search.Tell(rules, std::array{fitness[i]}, outcome, evaluation++, 1);
    }
  }
  return search;
}

TEST(Tally, CountsByHand) {
  Tally tally;
  EXPECT_EQ(tally.Figures(0).at(1).value, 0);  // of nothing
  for (const std::vector<double>& fitness :
       {std::vector<double>{-1}, {1, -1}, {1, 0.9, -1}, {1, 0.9, 0.8, -1}, {1, 1, 1, 1, 1, 1}}) {
    const SeedSearch search = Searched(fitness);
    ASSERT_TRUE(search.done());
    tally.Count(search, kGenerations);
  }
  std::map<std::string, double> figures;
  for (const Figure& each : tally.Figures(77)) figures[each.name] = each.value;
  EXPECT_EQ(figures, (std::map<std::string, double>{{"seeds", 5},
                                                    {"viable_percent", 80},
                                                    {"failure_percent", 75},
                                                    {"failures", 3},
                                                    {"failures_at_0", 1},
                                                    {"failures_at_1", 1},
                                                    {"mean_generations", (0 + 1 + 2 + 5) / 4.0},
                                                    {"evaluations", 77}}));
}

}  // namespace
}  // namespace latentfuzz
