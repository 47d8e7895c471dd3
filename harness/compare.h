// Strategies side by side at equal evaluations.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "latentfuzz/harness/campaign.h"
#include "latentfuzz/harness/options.h"
#include "latentfuzz/harness/result.h"
#include "latentfuzz/harness/target.h"

namespace latentfuzz {

struct Discovery {
  std::uint64_t evaluation = 0;  // counted from 0
  bool new_signature = false;    // the first finding of its signature in this run
};

// One campaign, as comparisons need it.
struct ComparisonRun {
  std::string strategy;
  std::uint64_t seed = 0;
  std::uint64_t evaluations = 0;  // below the budget where nothing was left to try
  std::uint64_t findings = 0;
  std::uint64_t signatures = 0;
  std::uint64_t triggers = 0;
  std::uint64_t near_copies = 0;
  std::uint64_t first_finding = 0;  // evaluations up to the first one; the budget if none
  double seconds = 0;
  double evaluations_per_second = 0;   // while searching
  std::vector<Discovery> discoveries;  // one a finding, by evaluation
  std::vector<Figure> figures;         // that the strategy reports
};

struct Comparison {
  std::vector<std::string> strategies;  // the first is the baseline
  std::uint64_t evaluations = 0;        // budget of each run
  std::vector<ComparisonRun> runs;
  bool complete = true;  // false where it was stopped
};

// Told what happens; the default does nothing.
class ComparisonObserver {
 public:
  virtual ~ComparisonObserver() = default;
  // A run begins, or goes on after `resumed_at` evaluations of earlier sessions.
  virtual void OnStart(const std::string& /*strategy*/, std::uint64_t /*seed*/,
                       std::uint64_t /*resumed_at*/) {}
  virtual void OnBatch(const Progress& /*progress of the run*/) {}
  virtual void OnRun(const ComparisonRun& /*run*/) {}
};

// Runs every strategy with seeds options.seed ... + repeats - 1, each in its own new corpus under
// `directory`/<strategy>-<seed>. A strategy is a specification (ParseStrategySpec) on top of
// options.strategy. Runs that are complete there already are not run again, and one that was stopped, or had fewer evaluations, goes on. Throws
// what RunCampaign throws, and Error{kUsage} where a corpus has had more evaluations, or holds
// findings of other options: the runs would not be even.
Comparison Compare(const CampaignOptions& options, const Target& target,
                   const std::vector<std::string>& strategies, std::size_t repeats,
                   const std::string& directory, ComparisonObserver* observer = nullptr,
                   const std::atomic<bool>* stop = nullptr);

}  // namespace latentfuzz
