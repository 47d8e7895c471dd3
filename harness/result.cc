#include "latentfuzz/harness/result.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

namespace latentfuzz {

std::set<Signature> CampaignResult::Signatures() const {
  std::set<Signature> signatures;
  for (const FindingSummary& finding : findings) signatures.insert(finding.signature);
  return signatures;
}

std::set<Signature> CampaignResult::AllSignatures() const {
  std::set<Signature> signatures = Signatures();
  signatures.insert(known_signatures.begin(), known_signatures.end());
  return signatures;
}

Interval CampaignResult::TriggerRate() const {
  const auto found = mutators.find("corpus");
  const MutatorYield stored = found == mutators.end() ? MutatorYield{} : found->second;
  return WilsonInterval(triggers - stored.triggers,
                        evaluations - unjudged - (stored.evals - stored.unjudged));
}

double CampaignResult::Stability() const {
  return confirmations == 0 ? 1
                            : static_cast<double>(confirmed) / static_cast<double>(confirmations);
}

double CampaignResult::EvaluationsPerSecond() const {
  return search_seconds > 0 ? static_cast<double>(evaluations) / search_seconds : 0;
}

namespace {

// A failure without a divergence (a row that is not finite) is the worst there is.
double Badness(const FindingSummary& finding) {
  return std::isnan(finding.divergence) ? std::numeric_limits<double>::infinity()
                                        : finding.divergence;
}

// The `count` findings of the smallest turn. turn(k, n) is when the k-th worst (from 0) of a
// signature with n findings is due.
template <typename Turn>
std::vector<FindingSummary> TakeTurns(const std::vector<FindingSummary>& findings,
                                      std::size_t count, Turn turn) {
  std::vector<FindingSummary> ranked = findings;
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return Badness(a) > Badness(b); });
  std::map<Signature, std::size_t> sizes, seen;
  for (const FindingSummary& finding : ranked) ++sizes[finding.signature];
  std::vector<std::pair<double, FindingSummary>> due;
  for (FindingSummary& finding : ranked) {
    const Signature signature = finding.signature;
    due.emplace_back(turn(seen[signature]++, sizes[signature]), std::move(finding));
  }
  std::stable_sort(due.begin(), due.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<FindingSummary> taken;
  for (std::size_t i = 0; i < std::min(count, due.size()); ++i) {
    taken.push_back(std::move(due[i].second));
  }
  return taken;
}

}  // namespace

std::vector<FindingSummary> CampaignResult::Worst(std::size_t count) const {
  return TakeTurns(findings, count,
                   [](std::size_t k, std::size_t) { return static_cast<double>(k); });
}

std::vector<FindingSummary> CampaignResult::Typical(std::size_t count) const {
  return TakeTurns(findings, count, [](std::size_t k, std::size_t n) {
    return static_cast<double>(k + 1) / static_cast<double>(n);
  });
}

namespace {

constexpr std::string_view kStopNames[] = {"budget", "time", "stagnation", "interrupted", "done"};

}  // namespace

std::string StatsJson(const CampaignResult& r, int exit_code) {
  nlohmann::ordered_json json;
  const Interval rate = r.TriggerRate();
  json["seed"] = r.seed;
  json["evaluations"] = r.evaluations;
  json["unjudged"] = r.unjudged;
  json["triggers"] = r.triggers;
  json["findings"] = r.findings.size();
  json["known_findings"] = r.known_findings;
  json["signatures"] = r.Signatures().size();
  json["near_copies"] = r.near_copies;
  json["ties"] = r.ties;
  json["confirmations"] = r.confirmations;
  json["rate"] = rate.point;
  json["rate_lower95"] = rate.low;
  json["rate_upper95"] = rate.high;
  json["stability"] = r.Stability();
  if (r.geometric_diversity) json["geometric_diversity"] = *r.geometric_diversity;
  if (r.judged) {
    const Interval share = r.judged->Share();
    json["judge"] = {{"model", r.judged->judge},         {"judged", r.judged->judged},
                     {"confirmed", r.judged->confirmed}, {"share", share.point},
                     {"share_lower95", share.low},       {"share_upper95", share.high}};
  }
  json["noise_floor"] = r.noise_floor;
  json["radius"] = r.radius;
  json["clean_agreement"] = r.clean_agreement;
  json["damaged"] = r.damaged;
  json["campaign"] = r.campaign;
  json["stop"] = kStopNames[static_cast<std::size_t>(r.stop)];
  auto& mutators = json["mutators"] = nlohmann::ordered_json::object();
  for (const auto& [name, yield] : r.mutators) {
    mutators[name] = {{"evals", yield.evals},
                      {"triggers", yield.triggers},
                      {"findings", yield.findings},
                      {"signatures", yield.signatures}};
  }
  auto& figures = json["figures"] = nlohmann::ordered_json::object();
  for (const Figure& figure : r.figures) figures[figure.name] = figure.value;
  json["options"] = nlohmann::ordered_json::parse(r.options_json);
  json["exit"] = exit_code;
  json["evals_per_second"] = r.EvaluationsPerSecond();
  json["seconds"] = r.seconds;
  json["search_seconds"] = r.search_seconds;
  return json.dump(2) + "\n";
}

}  // namespace latentfuzz
