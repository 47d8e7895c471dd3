// A campaign's whole state, as it is checkpointed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/harness/campaign_counters.h"

namespace latentfuzz {

struct FoundRecord {
  std::string id;     // finding
  std::string entry;  // its latent
  std::uint64_t evaluation = 0;
  std::uint64_t hits = 0;
};

// With the corpus and the models, all that a stopped campaign needs to go on exactly as if it had
// not stopped.
struct CampaignState : CampaignCounters {
  // Fixed when the campaign starts.
  std::vector<std::string> seed_entries;  // corpus entries that were given to the strategy
  std::vector<std::string> baseline;      // findings of this target that were there before

  // Moves with every batch.
  std::uint64_t last_finding = 0;  // evaluation after which the latest finding was stored
  std::vector<FoundRecord> found;  // in the order in which they were stored
  std::map<std::string, std::uint64_t> known_hits;  // near-copies of baseline findings
  std::string strategy;                             // Strategy::Save()
  std::map<std::string, std::string> objectives;    // Objective::Save() by name
};

std::string EncodeState(const CampaignState& state);
// Throws Error{kData} naming `path`.
CampaignState DecodeState(std::string_view bytes, const std::string& path);

}  // namespace latentfuzz
