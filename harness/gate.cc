#include "latentfuzz/harness/gate.h"

#include <fmt/format.h>

namespace latentfuzz {

std::vector<std::string> Check(const Gate& gate, const CampaignResult& result) {
  std::vector<std::string> failures;
  if (gate.any() && result.evaluations > 0 && result.unjudged == result.evaluations) {
    failures.emplace_back("nothing was tested: no evaluation had an expected label");
  }
  const std::uint64_t findings = result.findings.size() + result.known_findings;
  if (gate.max_findings && findings > *gate.max_findings) {
    failures.push_back(
        fmt::format("findings {} > --max-findings {}", findings, *gate.max_findings));
  }
  const std::uint64_t signatures = result.AllSignatures().size();
  if (gate.max_signatures && signatures > *gate.max_signatures) {
    failures.push_back(
        fmt::format("signatures {} > --max-signatures {}", signatures, *gate.max_signatures));
  }
  const double bound = result.TriggerRate().high;
  if (gate.max_rate && bound > *gate.max_rate) {
    failures.push_back(fmt::format(
        "trigger rate {:.6f} (upper 95 % bound; {} of {} evaluations) > --max-rate {:g}", bound,
        result.triggers, result.evaluations - result.unjudged, *gate.max_rate));
  }
  return failures;
}

}  // namespace latentfuzz
