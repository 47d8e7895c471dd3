// What a campaign found, in numbers and in findings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "latentfuzz/base/verdict.h"
#include "latentfuzz/harness/campaign_counters.h"
#include "latentfuzz/harness/labels.h"
#include "latentfuzz/harness/statistics.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

// One finding as reports need it; finding.json in `directory` has all of it.
struct FindingSummary : NamedLabels {
  std::string id;
  Signature signature;
  double divergence = 0;         // ||p - q||_2
  std::uint64_t evaluation = 0;  // at which it was found
  std::uint64_t hits = 0;        // near-copies seen since
  std::filesystem::path directory;
};

// What a classifier that takes no part says of the findings (see independent_judge.h).
struct JudgedFindings {
  std::string judge;            // URI
  std::uint64_t judged = 0;     // findings of which a label is expected
  std::uint64_t confirmed = 0;  // those to which the judge gives it

  Interval Share() const { return WilsonInterval(confirmed, judged); }
};

enum class StopReason { kBudget, kTime, kStagnation, kInterrupted, kDone };

struct CampaignResult : CampaignCounters {
  std::string campaign;  // id
  std::uint64_t seed = 0;
  std::string options_json;
  bool single = false;  // a single classifier, held against expected labels

  std::vector<FindingSummary> findings;
  std::uint64_t known_findings = 0;  // stored for this pair before the campaign
  std::set<Signature> known_signatures;
  // Known before this session began: those, and what earlier sessions of the campaign had found.
  std::set<Signature> signatures_before_session;
  std::vector<Figure> figures;  // that the strategy reports

  // Of 20 of the findings, by their pixels (see geometric_diversity.h); none where there are fewer.
  std::optional<double> geometric_diversity;
  std::optional<JudgedFindings> judged;
  StopReason stop = StopReason::kBudget;
  std::size_t damaged = 0;  // corpus files set aside
  std::filesystem::path corpus;
  std::filesystem::path contact_sheet;  // empty where there is no finding

  // Signatures of this campaign's findings; and with the known ones.
  std::set<Signature> Signatures() const;
  std::set<Signature> AllSignatures() const;
  // Of the evaluations that the search proposed and that could be judged: stored failures that are
  // tried again as seeds would raise the rate with every campaign.
  Interval TriggerRate() const;
  // Share of confirmations that held; 1 where there was none.
  double Stability() const;
  double EvaluationsPerSecond() const;
  // The findings with the largest divergence, one a signature first.
  std::vector<FindingSummary> Worst(std::size_t count) const;
  // Findings in proportion to how many their signatures have (highest quotients, as D'Hondt
  // allots seats), the largest divergence of a signature first.
  std::vector<FindingSummary> Typical(std::size_t count) const;
};

// The statistics object of --stats, with `exit` as the process will return it.
std::string StatsJson(const CampaignResult& result, int exit_code);

}  // namespace latentfuzz
