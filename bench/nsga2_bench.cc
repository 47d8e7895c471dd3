// NSGA-II bookkeeping by population: sorting, survival, and a whole generation of the "diffgan"
// strategy (breeding and learning, no models). Where pagmo2 is installed its sorting runs beside
// ours, and the counter "ratio" is pagmo2's time over ours in the same run.
#include <benchmark/benchmark.h>

#include <ctime>
#include <string>
#include <vector>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/strategies/pareto/pareto.h"
#include "latentfuzz/strategies/strategy.h"

#ifdef LATENTFUZZ_HAVE_PAGMO
#include <pagmo/utils/multi_objective.hpp>
#endif

namespace latentfuzz {
namespace {

constexpr std::size_t kGenes = 100;

// Rows near a front: the harder case, with fronts of many rows.
std::vector<double> SomeObjectives(std::size_t rows, std::uint64_t seed, std::size_t columns = 2) {
  Rng rng(seed, StreamPurpose::kTest);
  std::vector<double> values;
  for (std::size_t i = 0; i < rows; ++i) {
    double last = 1;
    for (std::size_t j = 1; j < columns; ++j) last -= values.emplace_back(rng.Uniform());
    values.push_back(last + 0.2 * rng.Uniform());
  }
  return values;
}

std::size_t Rows(const benchmark::State& state) { return static_cast<std::size_t>(state.range(0)); }

void SortFronts(benchmark::State& state, std::size_t columns) {
  const std::vector<double> values = SomeObjectives(Rows(state), 1, columns);
  for (auto _ : state) benchmark::DoNotOptimize(NonDominatedSort({values, columns}));
}

void Crowding(benchmark::State& state) {
  const std::vector<double> values = SomeObjectives(Rows(state), 1);
  const auto fronts = GroupFronts(NonDominatedSort({values, 2}));
  std::vector<double> distance(Rows(state));
  for (auto _ : state) {
    for (const auto& front : fronts) AssignCrowding({values, 2}, front, distance);
    benchmark::DoNotOptimize(distance.data());
  }
}

// Half of the rows survive.
void Survive(benchmark::State& state) {
  const std::vector<double> values = SomeObjectives(2 * Rows(state), 1);
  for (auto _ : state) benchmark::DoNotOptimize(SelectSurvivors({values, 2}, Rows(state)));
}

// With a third column, a constraint: one row in ten violates it.
Evaluations SomeResults(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  const std::vector<double> values = SomeObjectives(rows, seed);
  Evaluations results;
  for (std::size_t i = 0; i < rows; ++i) {
    results.objectives.insert(results.objectives.end(), {values[2 * i], values[2 * i + 1]});
    if (columns > 2) results.objectives.push_back(i % 10 == 0 ? 0.1 : 0);
  }
  Rng rng(seed, StreamPurpose::kTest, 1);
  results.outcomes.resize(rows);
  for (Outcome& outcome : results.outcomes) {
    outcome.signature.reference_label = static_cast<int>(rng.Below(10));
    outcome.finding = rng.Flip(0.01);
  }
  return results;
}

// Ask and Tell of one generation.
void Generation(benchmark::State& state, const char* preset) {
  const std::size_t rows = Rows(state);
  const auto strategy =
      MakeStrategy({.name = "diffgan", .preset = preset, .population = rows, .offspring = rows},
                   {.space = {.size = kGenes}, .seeds = {}, .seed = 1});
  std::uint64_t generation = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const Evaluations results = SomeResults(rows, strategy->objectives().size(), generation++);
    state.ResumeTiming();
    benchmark::DoNotOptimize(strategy->Ask(rows));
    strategy->Tell(results);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void SoundGeneration(benchmark::State& state) { Generation(state, "sound"); }
void PaperGeneration(benchmark::State& state) { Generation(state, "paper"); }

void Populations(benchmark::internal::Benchmark* benchmark) {
  for (const int rows : {100, 1000, 10000}) benchmark->Arg(rows);
  benchmark->Unit(benchmark::kMicrosecond);
}

BENCHMARK_CAPTURE(SortFronts, two, 2)->Apply(Populations);
BENCHMARK_CAPTURE(SortFronts, three, 3)->Apply(Populations);
BENCHMARK_CAPTURE(SortFronts, five, 5)->Apply(Populations);
BENCHMARK(Crowding)->Apply(Populations);
BENCHMARK(Survive)->Apply(Populations);
BENCHMARK(SoundGeneration)->Apply(Populations);
BENCHMARK(PaperGeneration)->Apply(Populations);

#ifdef LATENTFUZZ_HAVE_PAGMO

std::vector<pagmo::vector_double> AsPagmo(const std::vector<double>& values) {
  std::vector<pagmo::vector_double> rows;
  for (std::size_t i = 0; i < values.size(); i += 2) rows.push_back({values[i], values[i + 1]});
  return rows;
}

double CpuSeconds() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The two in turns, so that both see the same machine, and in processor time, so that a busy one
// does not count; the time reported is of both.
template <typename Ours, typename Theirs>
void Compare(benchmark::State& state, const Ours& ours, const Theirs& theirs) {
  double our_time = 0, their_time = 0;
  for (auto _ : state) {
    const double start = CpuSeconds();
    ours();
    const double middle = CpuSeconds();
    theirs();
    our_time += middle - start;
    their_time += CpuSeconds() - middle;
  }
  state.counters["ratio"] = their_time / our_time;
}

void SortAgainstPagmo(benchmark::State& state) {
  const std::vector<double> values = SomeObjectives(Rows(state), 1);
  const auto rows = AsPagmo(values);
  Compare(
      state,
      [&] {
        benchmark::DoNotOptimize(NonDominatedSort({values, 2}));
      },
      [&] { benchmark::DoNotOptimize(pagmo::fast_non_dominated_sorting(rows)); });
}

void SurviveAgainstPagmo(benchmark::State& state) {
  const std::vector<double> values = SomeObjectives(2 * Rows(state), 1);
  const auto rows = AsPagmo(values);
  Compare(
      state,
      [&] {
        benchmark::DoNotOptimize(SelectSurvivors({values, 2}, Rows(state)));
      },
      [&] { benchmark::DoNotOptimize(pagmo::select_best_N_mo(rows, Rows(state))); });
}

BENCHMARK(SortAgainstPagmo)->Apply(Populations);
BENCHMARK(SurviveAgainstPagmo)->Apply(Populations);

#endif

}  // namespace
}  // namespace latentfuzz

BENCHMARK_MAIN();
