// Comparing figures on a machine that does other things too.
//
// `--benchmark_repetitions=40 --benchmark_min_time=0.03 --benchmark_enable_random_interleaving=true
// --benchmark_report_aggregates_only=true` takes the repetitions of all benchmarks in turns. Then
// the least of each tells best what the programs need: whatever disturbs only adds.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <vector>

namespace latentfuzz {

inline benchmark::internal::Benchmark* ReportLeast(benchmark::internal::Benchmark* each) {
  return each->ComputeStatistics(
      "least", [](const std::vector<double>& values) { return *std::ranges::min_element(values); });
}

}  // namespace latentfuzz
