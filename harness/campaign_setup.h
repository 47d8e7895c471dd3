// How a campaign begins: models checked, corpora opened, state read or begun, parts made.
#pragma once

#include <memory>
#include <vector>

#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/harness/campaign.h"
#include "latentfuzz/harness/campaign_state.h"
#include "latentfuzz/harness/collector.h"
#include "latentfuzz/harness/objective_set.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

// What a campaign works with, ready for its next batch.
struct CampaignSetup {
  CampaignOptions options;      // as given, with the strategy named
  std::vector<Corpus> corpora;  // the first receives what is found
  CampaignIdentity identity;
  bool resumed = false;
  CampaignState state;
  std::unique_ptr<Strategy> strategy;
  std::unique_ptr<ObjectiveSet> objectives;
  std::unique_ptr<Classifier> judge;  // null: none
  std::vector<Damage> damage;         // files set aside so far
  CampaignStart start;
};

// Throws what RunCampaign throws.
CampaignSetup SetUpCampaign(const CampaignOptions& options, const Target& target);

}  // namespace latentfuzz
