// A campaign: one run of a strategy against a target under a budget.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "latentfuzz/harness/options.h"
#include "latentfuzz/harness/preflight.h"
#include "latentfuzz/harness/result.h"
#include "latentfuzz/harness/target.h"

namespace latentfuzz {

struct CampaignStart {
  std::string campaign;
  std::uint64_t resumed_at = 0;  // evaluations done by earlier sessions
  std::size_t corpus_seeds = 0, encoded_seeds = 0;
  std::uint64_t known_findings = 0;
  Preflight preflight;
  double noise_floor = 0;
  double radius = 0;
  std::uint64_t evals = 0;  // budget; 0 = none
  double time = 0;          // seconds; 0 = none
  std::vector<std::string> warnings;
};

struct Progress {
  std::uint64_t evaluations = 0;
  std::uint64_t triggers = 0;
  std::uint64_t findings = 0;
  std::uint64_t signatures = 0;
  std::uint64_t near_copies = 0;
  double evals_per_second = 0;
  double session_seconds = 0;
};

// Told what happens; the default does nothing. Called from the campaign's thread.
class CampaignObserver {
 public:
  virtual ~CampaignObserver() = default;
  virtual void OnStart(const CampaignStart& /*start*/) {}
  // After the finding is durable.
  virtual void OnFinding(const FindingSummary& /*finding*/, bool /*new_signature*/,
                         const std::vector<std::string>& /*mutators*/,
                         const Progress& /*progress*/) {}
  virtual void OnBatch(const Progress& /*progress*/) {}
};

// Runs until the budget is spent, or `stop` becomes true: then the batch in hand is finished and
// the state saved. A campaign is named by its target, engines, strategy, seed, batch size and
// program version: when the corpus holds its state, it goes on where it stopped, and ends as an
// uninterrupted one would have. Evaluations count over all sessions, time for this one.
//
// Throws Error: kUsage (options), kSetup (models unusable or unrelated), kData, kIo (corpus). One
// that a model throws in mid-campaign names the evaluations; what was found before is stored, and
// the same campaign goes on from its last state.
CampaignResult RunCampaign(const CampaignOptions& options, const Target& target,
                           CampaignObserver* observer = nullptr,
                           const std::atomic<bool>* stop = nullptr);

// The same with the models named in the options.
CampaignResult RunCampaign(const CampaignOptions& options);

}  // namespace latentfuzz
