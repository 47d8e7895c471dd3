// NSGA-II against pagmo2's at equal evaluations, with the same operators and parameters, on the
// problems of Zitzler, Deb and Thiele ("Comparison of multiobjective evolutionary algorithms:
// empirical results", Evolutionary Computation 8(2), 2000) and of Deb et al. ("Scalable
// multi-objective optimization test problems", CEC 2002). What is compared is the hypervolume of
// the last population over 20 seeds. Two implementations of one algorithm differ by chance in
// either direction, so "no smaller" is a test of ranks at the 1 % level.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/nsga2.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>
#include <pagmo/problems/dtlz.hpp>
#include <pagmo/problems/zdt.hpp>
#include <pagmo/utils/hypervolume.hpp>
#include <string>
#include <vector>

#include "latentfuzz/strategies/nsga2.h"

namespace latentfuzz {
namespace {

constexpr unsigned kSeeds = 20;
constexpr unsigned kPopulation = 100;
constexpr unsigned kGenerations = 250;
constexpr double kCrossover = 0.9;

struct Problem {
  std::string name;
  pagmo::problem problem;
};

std::vector<Problem> Problems() {
  return {{"zdt1", pagmo::problem(pagmo::zdt(1, 30))},
          {"zdt2", pagmo::problem(pagmo::zdt(2, 30))},
          {"zdt3", pagmo::problem(pagmo::zdt(3, 30))},
          {"dtlz2", pagmo::problem(pagmo::dtlz(2, 12, 3))}};
}

// Above the reference point 1.1 nothing counts.
double Hypervolume(std::vector<pagmo::vector_double> rows) {
  std::erase_if(rows, [](const auto& row) {
    return std::any_of(row.begin(), row.end(), [](double each) { return each >= 1.1; });
  });
  if (rows.empty()) return 0;
  const pagmo::vector_double reference(rows[0].size(), 1.1);
  return pagmo::hypervolume(rows).compute(reference);
}

double ByPagmo(const pagmo::problem& problem, unsigned seed) {
  const double mutation = 1.0 / static_cast<double>(problem.get_nx());
  const pagmo::algorithm algorithm(pagmo::nsga2(kGenerations, kCrossover, 15, mutation, 20, seed));
  return Hypervolume(algorithm.evolve(pagmo::population(problem, kPopulation, seed)).get_f());
}

Nsga2 Make(const pagmo::problem& problem, unsigned seed, double crossover) {
  Nsga2Settings settings;
  settings.name = "nsga2";
  settings.objectives.resize(problem.get_nobj());
  settings.population = settings.offspring = kPopulation;
  settings.breeding = {.crossover_probability = crossover,
                       .mutation_probability = 1,
                       .always_change = false,
                       .vary_steps = false,
                       .mutators = {ParseMutator("sbx"), ParseMutator("polynomial")}};
  settings.scheduler = "uniform";
  const LatentSpace box{.size = problem.get_nx(), .prior = Prior::kUniform, .low = 0, .high = 1};
  settings.domain = Domain::Typical(box);
  return {std::move(settings), {.space = box, .seeds = {}, .seed = seed}};
}

double ByLatentFuzz(const pagmo::problem& problem, unsigned seed, double crossover = kCrossover) {
  Nsga2 strategy = Make(problem, seed, crossover);
  for (unsigned generation = 0; generation <= kGenerations; ++generation) {
    const Proposal proposal = strategy.Ask(kPopulation);
    Evaluations told{.objectives = {}, .outcomes = std::vector<Outcome>(kPopulation)};
    for (std::size_t i = 0; i < proposal.latents.size(); ++i) {
      const auto genes = proposal.latents.row(i);
      const auto row = problem.fitness({genes.begin(), genes.end()});
      told.objectives.insert(told.objectives.end(), row.begin(), row.end());
    }
    strategy.Tell(told);
  }
  const ObjectiveRows last{strategy.population().objectives, problem.get_nobj()};
  std::vector<pagmo::vector_double> rows;
  for (std::size_t i = 0; i < last.size(); ++i) {
    rows.emplace_back(last.row(i).begin(), last.row(i).end());
  }
  return Hypervolume(std::move(rows));
}

// Mann-Whitney's U of `a` against `b`, in standard deviations from its mean: below 0 where the
// values of `a` tend to be smaller.
double RankScore(const std::vector<double>& a, const std::vector<double>& b) {
  double wins = 0;
  for (const double x : a) {
    for (const double y : b) wins += x > y ? 1 : x == y ? 0.5 : 0;
  }
  const auto pairs = static_cast<double>(a.size() * b.size());
  return (wins - pairs / 2) / std::sqrt(pairs * static_cast<double>(a.size() + b.size() + 1) / 12);
}

constexpr double kOnePercent = -2.326;

template <typename Run>
std::vector<double> OverSeeds(const Run& run) {
  std::vector<double> values;
  for (unsigned seed = 1; seed <= kSeeds; ++seed) values.push_back(run(seed));
  std::sort(values.begin(), values.end());
  return values;
}

class Nsga2AgainstPagmo : public testing::TestWithParam<Problem> {};

TEST_P(Nsga2AgainstPagmo, HypervolumeIsNoSmaller) {
  const pagmo::problem& problem = GetParam().problem;
  const auto ours = OverSeeds([&](unsigned seed) { return ByLatentFuzz(problem, seed); });
  const auto theirs = OverSeeds([&](unsigned seed) { return ByPagmo(problem, seed); });
  std::printf("median hypervolume: LatentFuzz %.6f, pagmo2 %.6f; rank score %.2f\n",
              ours[kSeeds / 2], theirs[kSeeds / 2], RankScore(ours, theirs));
  EXPECT_GE(RankScore(ours, theirs), kOnePercent);
  EXPECT_GT(ours[0], 0);
}

// The comparison can tell: without crossover the search falls behind.
TEST(Nsga2AgainstPagmoSelfCheck, ACrippledSearchIsSeen) {
  const pagmo::problem problem = Problems()[0].problem;
  const auto ours = OverSeeds([&](unsigned seed) { return ByLatentFuzz(problem, seed, 0.5); });
  const auto theirs = OverSeeds([&](unsigned seed) { return ByPagmo(problem, seed); });
  EXPECT_LT(RankScore(ours, theirs), kOnePercent);
}

INSTANTIATE_TEST_SUITE_P(Problems, Nsga2AgainstPagmo, testing::ValuesIn(Problems()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace latentfuzz
