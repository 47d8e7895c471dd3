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
#include "latentfuzz/harness/result.h"
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

// A finding that has just become durable, with what status lines say of it.
struct StoredFinding {
  FindingSummary summary;
  bool new_signature = false;
  std::vector<std::string> mutators;
};

class Collector {
 public:
  // Confirmation decodes and classifies one latent at a time with the shipped models: exactly what
  // a replay does. Borrows the corpus.
  Collector(Corpus* corpus, const Target& target, CampaignIdentity identity, double noise_floor,
            double radius);

  // Takes up a finding that was in the corpus before the campaign began.
  void RestoreKnown(const Finding& finding);
  // Takes up a finding of this campaign: the `position`th of the state's.
  void RestoreOwn(const Finding& finding, const CampaignState& state, std::size_t position);

  // Handles the triggers of one batch in order. Updates counters, hits and `found` of the state;
  // one outcome a row. New findings wait for Store().
  std::vector<Outcome> Collect(const Proposal& proposal, const EvaluatedBatch& batch,
                               std::span<const Judgement> judgements, CampaignState* state);

  // Makes all waiting findings durable, in one round: a round of fsync costs the same for one
  // finding as for fifty. REQUIRED before a state that names them is saved.
  std::vector<StoredFinding> Store();

  // Durable findings of this campaign, in order, without hits.
  const std::vector<FindingSummary>& found() const { return found_; }

 private:
  struct Waiting {
    NewFinding item;
    bool new_signature;
    std::vector<std::string> mutators;
  };

  void CountHit(const std::string& id, CampaignState* state);
  // `seen`: what the search made of it.
  bool Confirm(const LatentBatch& latent, const Judgement& seen, EvaluatedBatch* confirmed,
               Judgement* judgement);
  Entry MakeEntry(const Proposal& proposal, std::size_t row, std::uint64_t evaluation,
                  int expected) const;
  Finding MakeFinding(const Entry& entry, const EvaluatedBatch& confirmed,
                      const Judgement& judgement) const;

  Corpus* corpus_;
  ModelSet shipped_;
  CampaignIdentity identity_;
  std::unique_ptr<Oracle> oracle_;
  Evaluator confirmer_;
  NearCopyIndex index_;
  VerdictCache cache_;
  std::map<std::uint64_t, std::string> entry_of_evaluation_;  // stored ones
  std::map<std::string, std::size_t> position_;  // of this campaign's findings in state.found
  std::vector<Waiting> waiting_;
  std::vector<FindingSummary> found_;
};

// A finding as reports show it.
FindingSummary Summarize(const Finding& finding, const std::filesystem::path& directory);

// What tells two engines' numbers apart: engine, version and CPU feature class of the models.
std::string EngineClass(const ModelSet& models);

}  // namespace latentfuzz
