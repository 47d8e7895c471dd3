// Strategies side by side at equal evaluations.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "latentfuzz/harness/options.h"
#include "latentfuzz/harness/result.h"
#include "latentfuzz/harness/target.h"

namespace latentfuzz {

struct ComparisonRun {
  std::string strategy;
  std::uint64_t seed = 0;
  std::uint64_t findings = 0;
  std::uint64_t signatures = 0;
  std::uint64_t triggers = 0;
  std::uint64_t first_finding = 0;  // evaluations up to the first one; the budget if none
};

struct Comparison {
  std::vector<std::string> strategies;  // the first is the baseline
  std::uint64_t evaluations = 0;
  std::vector<ComparisonRun> runs;
  bool complete = true;  // false where it was stopped
};

// Runs every strategy with seeds options.seed ... + repeats - 1, each in its own new corpus under
// `directory`/<strategy>-<seed>. A strategy is NAME or NAME:PRESET. Runs that are complete there
// already are not run again, and one that was stopped goes on. Throws what RunCampaign throws.
Comparison Compare(const CampaignOptions& options, const Target& target,
                   const std::vector<std::string>& strategies, std::size_t repeats,
                   const std::string& directory,
                   const std::function<void(const ComparisonRun&)>& each,
                   const std::atomic<bool>* stop = nullptr);

// A Markdown table: for each strategy the medians and, against the first one, the ratio of median
// findings, Mann-Whitney's two-sided p and A12 for each measure.
std::string ComparisonTable(const Comparison& comparison);

}  // namespace latentfuzz
