#include "latentfuzz/harness/compare.h"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <set>

#include "latentfuzz/base/error.h"
#include "latentfuzz/base/fingerprint.h"
#include "latentfuzz/harness/campaign.h"
#include "latentfuzz/strategies/strategy_spec.h"

namespace latentfuzz {
namespace {

ComparisonRun Summary(const std::string& strategy, const CampaignResult& result) {
  ComparisonRun run;
  run.strategy = strategy;
  run.seed = result.seed;
  run.evaluations = result.evaluations;
  run.findings = result.findings.size();
  run.signatures = result.Signatures().size();
  run.triggers = result.triggers;
  run.near_copies = result.near_copies;
  run.seconds = result.seconds;
  run.evaluations_per_second = result.EvaluationsPerSecond();
  run.figures = result.figures;
  std::set<Signature> seen;
  for (const FindingSummary& finding : result.findings) {
    run.discoveries.push_back({finding.evaluation, seen.insert(finding.signature).second});
  }
  return run;
}

// Passes on what becomes of one run, and refuses a corpus that would make it uneven.
class RunObserver : public CampaignObserver {
 public:
  RunObserver(const std::string& strategy, const CampaignOptions& options,
              ComparisonObserver* observer)
      : strategy_(strategy), options_(options), observer_(observer) {}

  void OnStart(const CampaignStart& start) override {
    const std::string& corpus = options_.corpora.front();
    if (start.known_findings > 0 || start.corpus_seeds > 0) {
      throw Error(ErrorKind::kUsage, corpus + " holds findings of other options or models",
                  "compare in another directory, or with the options of before");
    }
    if (start.resumed_at > start.evals) {
      throw Error(ErrorKind::kUsage,
                  fmt::format("{} has had {} evaluations, more than --evals {}", corpus,
                              start.resumed_at, start.evals),
                  "compare in another directory, or with as many --evals");
    }
    if (observer_ != nullptr) observer_->OnStart(strategy_, options_.seed, start.resumed_at);
  }
  void OnBatch(const Progress& progress) override {
    if (observer_ != nullptr) observer_->OnBatch(progress);
  }

 private:
  const std::string& strategy_;
  const CampaignOptions& options_;
  ComparisonObserver* observer_;
};

// A short file name of letters, digits, '_' and '-' for a strategy's specification. Where
// characters had to go, a hash of the text keeps it apart from every other.
std::string FolderName(const std::string& spec) {
  constexpr std::size_t kLongest = 40;
  std::string name = spec.substr(0, kLongest);
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') c = '-';
  }
  if (name == spec) return name;
  return name + "-" + Fingerprint().Add(spec).Hex().substr(0, 8);
}

}  // namespace

Comparison Compare(const CampaignOptions& base, const Target& target,
                   const std::vector<std::string>& strategies, std::size_t repeats,
                   const std::string& directory, ComparisonObserver* observer,
                   const std::atomic<bool>* stop) {
  Comparison comparison;
  comparison.strategies = strategies;
  comparison.evaluations = base.evals.value_or(kDefaultEvaluations);
  // All strategies of one seed before the next seed: a comparison that is cut short is still even.
  for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
    for (const std::string& strategy : strategies) {
      CampaignOptions options = base;
      options.strategy = ParseStrategySpec(strategy, base.strategy);
      options.seed = base.seed + repeat;
      options.evals = comparison.evaluations;
      options.corpora = {(std::filesystem::path(directory) /
                          fmt::format("{}-{}", FolderName(strategy), options.seed))
                             .string()};
      RunObserver run_observer(strategy, options, observer);
      const CampaignResult result = RunCampaign(options, target, &run_observer, stop);
      if (result.stop == StopReason::kInterrupted) {
        comparison.complete = false;
        return comparison;
      }
      comparison.runs.push_back(Summary(strategy, result));
      ComparisonRun& run = comparison.runs.back();
      run.first_finding =
          run.discoveries.empty() ? options.evals.value() : run.discoveries.front().evaluation + 1;
      if (observer != nullptr) observer->OnRun(run);
    }
  }
  return comparison;
}

}  // namespace latentfuzz
