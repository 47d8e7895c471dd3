#include <array>
#include <utility>

#include "latentfuzz/strategies/boundary/boundary.h"
#include "latentfuzz/strategies/diffgan.h"
#include "latentfuzz/strategies/genai/fitness.h"
#include "latentfuzz/strategies/genai/genai.h"
#include "latentfuzz/strategies/genai/rules.h"
#include "latentfuzz/strategies/mutators/mutator.h"
#include "latentfuzz/strategies/names.h"
#include "latentfuzz/strategies/prior.h"
#include "latentfuzz/strategies/random_search.h"
#include "latentfuzz/strategies/scheduler.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {
namespace {

constexpr std::array<std::string_view, 2> kPresets{"sound", "paper"};
constexpr std::array<std::string_view, 3> kGenaiPresets{"sound", "paper", "sinvad"};

}  // namespace

std::span<const StrategyEntry> StrategyTable() {
  static constexpr std::array kTable{
      StrategyEntry{"diffgan", "NSGA-II for divergence and diversity of a pair of classifiers",
                    kPresets, MakeDiffgan},
      StrategyEntry{"boundary", "follows the decision boundaries of a pair of classifiers",
                    kPresets, MakeBoundary},
      StrategyEntry{"genai", "a genetic search around each seed, up to its first failure",
                    kGenaiPresets, MakeGenai},
      StrategyEntry{"random", "seeds once, then draws from the prior: the baseline", kPresets,
                    MakeRandomSearch},
  };
  return kTable;
}

std::unique_ptr<Strategy> MakeStrategy(const StrategyOptions& options, StrategyContext context) {
  const StrategyEntry& entry = FindByName(StrategyTable(), options.name, "strategy");
  FindByName(entry.presets, options.preset, "preset");
  FindByName(SchedulerTable(), options.scheduler, "scheduler");
  for (const std::string& name : options.mutators) FindMutator(name);
  if (!options.step.empty()) FindByName(GenaiSteps(), options.step, "step");
  if (!options.fitness.empty()) FindByName(GenaiFitnessTable(), options.fitness, "fitness");
  CheckSpaceAndSeeds(context.space, context.seeds);
  return entry.make(options, std::move(context));
}

}  // namespace latentfuzz
