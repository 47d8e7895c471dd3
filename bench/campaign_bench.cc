// The whole campaign against the bare decode + predict loop, in one run.
//
//   build/release/bench/campaign_bench
//
// Counters: `bare/s` and `search/s` are evaluations a second of the bare loop and of the campaign
// without confirmation and storing; `kept` is the share of the bare throughput that the search
// keeps; `kept_all` counts confirmation and storing too; `confirm_per_finding` is the number of
// confirmations a finding.
#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>

#include "latentfuzz/harness/campaign.h"
#include "latentfuzz/harness/preflight.h"

namespace latentfuzz {
namespace {

constexpr std::uint64_t kEvaluations = 10240;

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

CampaignOptions ZooOptions(const std::string& strategy) {
  CampaignOptions options;
  options.reference = "zoo:fashion-cnn";
  options.candidate = "zoo:fashion-cnn-int8";
  options.generator = "zoo:fashion-vae";
  options.strategy.name = strategy;
  options.evals = kEvaluations;
  return options;
}

// Seconds for as many batches as the campaign evaluates, models called directly.
double BareLoop(const ModelSet& models, const LatentBatch& latents, std::size_t batches) {
  const double begin = Now();
  for (std::size_t i = 0; i < batches; ++i) {
    const ImageBatch images = models.generator->Decode(latents);
    benchmark::DoNotOptimize(models.reference->Predict(images).values.data());
    benchmark::DoNotOptimize(models.candidate->Predict(images).values.data());
  }
  return Now() - begin;
}

std::string MakeTemporaryDirectory() {
  std::string pattern = (std::filesystem::temp_directory_path() / "latentfuzz-XXXXXX").string();
  return mkdtemp(pattern.data());
}

void CampaignAgainstBareLoop(benchmark::State& state, const std::string& strategy) {
  CampaignOptions options = ZooOptions(strategy);
  const Target target = Target::Open(options);
  const LatentBatch latents =
      DrawPrior(target.search().generator->card(), options.batch, options.seed);
  const std::size_t half = kEvaluations / options.batch / 2;
  BareLoop(target.search(), latents, 4);

  double bare = 0, search = 0, all = 0, evaluations = 0, confirmations = 0, findings = 0;
  for (auto _ : state) {
    const std::string directory = MakeTemporaryDirectory();
    options.corpora = {directory};
    // Half before and half after, so that a drift of the clock speed hits both sides.
    bare += BareLoop(target.search(), latents, half);
    const CampaignResult result = RunCampaign(options, target);
    bare += BareLoop(target.search(), latents, half);
    search += result.search_seconds;
    all += result.seconds;
    evaluations += static_cast<double>(result.evaluations);
    confirmations += static_cast<double>(result.confirmations);
    findings += static_cast<double>(result.findings.size());
    std::filesystem::remove_all(directory);
  }
  state.counters["bare/s"] = evaluations / bare;
  state.counters["search/s"] = evaluations / search;
  state.counters["kept"] = bare / search;
  state.counters["kept_all"] = bare / all;
  state.counters["confirm_per_finding"] = confirmations / std::max(1.0, findings);
}

BENCHMARK_CAPTURE(CampaignAgainstBareLoop, diffgan, "diffgan")
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(CampaignAgainstBareLoop, random, "random")
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace latentfuzz

BENCHMARK_MAIN();
