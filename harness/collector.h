// From triggers to findings: near-copies are counted, the rest confirmed and stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/corpus/verdict_cache.h"
#include "latentfuzz/harness/campaign_state.h"
#include "latentfuzz/harness/evaluator.h"
#include "latentfuzz/harness/near_copies.h"
#include "latentfuzz/harness/oracle.h"
#include "latentfuzz/harness/target.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

// What is written into every record of a campaign.
struct CampaignIdentity {
  std::string id;
  TargetIdentity target;
  std::uint64_t seed = 0;
  std::size_t batch = 0;
};

class Collector {
 public:
  // Confirmation decodes and classifies one latent at a time with the shipped models: exactly what
  // a replay does. Borrows the corpus.
  Collector(Corpus* corpus, const Target& target, CampaignIdentity identity, double noise_floor,
            double radius);

  // Takes up a finding that is in the corpus already. `record` is null for one that was there
  // before the campaign.
  void Restore(const Finding& finding, const FoundRecord* record);

  // Handles the triggers of one batch in order. New findings are durable in the corpus when it
  // returns. Updates counters, hits and `found` of the state; one outcome a row.
  std::vector<Outcome> Collect(const Proposal& proposal, const EvaluatedBatch& batch,
                               std::span<const Judgement> judgements, CampaignState* state);

  // Findings of this campaign, in order, without hits.
  const std::vector<FindingSummary>& found() const { return found_; }

 private:
  bool Confirm(const LatentBatch& latent, const Signature& signature, EvaluatedBatch* confirmed,
               Judgement* judgement);
  Entry MakeEntry(const Proposal& proposal, std::size_t row, std::uint64_t evaluation) const;
  Finding MakeFinding(const Entry& entry, const EvaluatedBatch& confirmed,
                      const Judgement& judgement) const;

  Corpus* corpus_;
  ModelSet shipped_;
  CampaignIdentity identity_;
  DisagreementOracle oracle_;
  Evaluator confirmer_;
  NearCopyIndex index_;
  VerdictCache cache_;
  std::map<std::uint64_t, std::string> entry_of_evaluation_;  // stored ones
  std::vector<FindingSummary> found_;
};

// A finding as reports show it.
FindingSummary Summarize(const Finding& finding, const std::filesystem::path& directory);

// What tells two engines' numbers apart: engine, version and CPU feature class of both models.
std::string EngineClass(const ModelSet& models);

}  // namespace latentfuzz
