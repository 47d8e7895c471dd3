#include "latentfuzz/harness/compare.h"

#include <fmt/format.h>

#include <filesystem>

#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/campaign.h"
#include "latentfuzz/harness/statistics.h"

namespace latentfuzz {
namespace {

struct Measure {
  const char* name;
  std::uint64_t ComparisonRun::*value;
};

constexpr Measure kMeasures[] = {{"findings", &ComparisonRun::findings},
                                 {"signatures", &ComparisonRun::signatures},
                                 {"triggers", &ComparisonRun::triggers},
                                 {"first finding", &ComparisonRun::first_finding}};

std::vector<double> Sample(const Comparison& comparison, const std::string& strategy,
                           const Measure& measure) {
  std::vector<double> sample;
  for (const ComparisonRun& run : comparison.runs) {
    if (run.strategy == strategy) sample.push_back(static_cast<double>(run.*measure.value));
  }
  return sample;
}

ComparisonRun Summary(const std::string& strategy, const CampaignResult& result) {
  ComparisonRun run{
      strategy,        result.seed,       result.findings.size(), result.Signatures().size(),
      result.triggers, result.evaluations};
  if (!result.findings.empty()) run.first_finding = result.findings.front().evaluation + 1;
  return run;
}

// "diffgan:paper" names a strategy and its preset.
void SetStrategy(const std::string& text, StrategyOptions* options) {
  const std::size_t colon = text.find(':');
  options->name = text.substr(0, colon);
  if (colon != std::string::npos) options->preset = text.substr(colon + 1);
}

}  // namespace

Comparison Compare(const CampaignOptions& base, const Target& target,
                   const std::vector<std::string>& strategies, std::size_t repeats,
                   const std::string& directory,
                   const std::function<void(const ComparisonRun&)>& each,
                   const std::atomic<bool>* stop) {
  Comparison comparison;
  comparison.strategies = strategies;
  comparison.evaluations = base.evals.value_or(kDefaultEvaluations);
  // All strategies of one seed before the next seed: a comparison that is cut short is still even.
  for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
    for (const std::string& strategy : strategies) {
      CampaignOptions options = base;
      SetStrategy(strategy, &options.strategy);
      options.seed = base.seed + repeat;
      options.evals = comparison.evaluations;
      options.corpora = {
          (std::filesystem::path(directory) / fmt::format("{}-{}", strategy, options.seed))
              .string()};
      const CampaignResult result = RunCampaign(options, target, nullptr, stop);
      if (result.stop == StopReason::kInterrupted) {
        comparison.complete = false;
        return comparison;
      }
      comparison.runs.push_back(Summary(strategy, result));
      each(comparison.runs.back());
    }
  }
  return comparison;
}

std::string ComparisonTable(const Comparison& comparison) {
  const std::string& baseline = comparison.strategies.front();
  std::string text = fmt::format(
      "| strategy | runs | measure | median | ratio to {0} | p (Mann-Whitney) | A12 |\n"
      "|---|---|---|---|---|---|---|\n",
      baseline);
  for (const std::string& strategy : comparison.strategies) {
    for (const Measure& measure : kMeasures) {
      const auto own = Sample(comparison, strategy, measure);
      const auto other = Sample(comparison, baseline, measure);
      text +=
          fmt::format("| {} | {} | {} | {:g} ", strategy, own.size(), measure.name, Median(own));
      text += strategy == baseline
                  ? "| | | |\n"
                  : fmt::format("| {:.2f} | {:.2g} | {:.2f} |\n", Median(own) / Median(other),
                                MannWhitneyP(own, other), A12(own, other));
    }
  }
  return text;
}

}  // namespace latentfuzz
