// Gates: thresholds that turn a campaign's result into pass or fail.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latentfuzz/harness/result.h"

namespace latentfuzz {

struct Gate {
  std::optional<std::uint64_t> max_findings;    // stored findings of the pair, old and new
  std::optional<std::uint64_t> max_signatures;  // distinct ones among them
  std::optional<double> max_rate;               // against the upper 95 % Wilson bound

  bool any() const { return max_findings || max_signatures || max_rate; }
};

// One line for each threshold exceeded ("findings 12 > --max-findings 0"); empty if all hold.
// With any threshold, a campaign that could judge none of its evaluations fails too.
std::vector<std::string> Check(const Gate& gate, const CampaignResult& result);

}  // namespace latentfuzz
