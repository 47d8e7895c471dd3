// A small comparison whose figures can be worked out by hand.
#pragma once

#include "latentfuzz/harness/compare.h"

namespace latentfuzz::toy {

inline ComparisonRun MadeUpRun(const std::string& strategy, std::uint64_t seed,
                               const std::vector<Discovery>& discoveries) {
  ComparisonRun run;
  run.strategy = strategy;
  run.seed = seed;
  run.evaluations = 8;
  run.findings = discoveries.size();
  for (const Discovery& discovery : discoveries) run.signatures += discovery.new_signature;
  run.triggers = 2 * discoveries.size();
  run.near_copies = discoveries.size();
  run.first_finding = discoveries.empty() ? 8 : discoveries.front().evaluation + 1;
  run.seconds = 2;
  run.evaluations_per_second = 5.5;
  run.discoveries = discoveries;
  return run;
}

// Two runs each of eight evaluations. `random` finds 0 and 1, "b,'c'" 2 and 3.
inline Comparison MadeUpComparison() {
  Comparison comparison;
  comparison.strategies = {"random", "b,'c'"};
  comparison.evaluations = 8;
  comparison.runs = {MadeUpRun("random", 1, {}), MadeUpRun("b,'c'", 1, {{1, true}, {3, false}}),
                     MadeUpRun("random", 2, {{6, true}}),
                     MadeUpRun("b,'c'", 2, {{0, true}, {1, true}, {7, false}})};
  return comparison;
}

}  // namespace latentfuzz::toy
