#include <array>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/boundary/boundary.h"
#include "latentfuzz/strategies/diffgan.h"
#include "latentfuzz/strategies/energies/energy.h"
#include "latentfuzz/strategies/genai/fitness.h"
#include "latentfuzz/strategies/genai/genai.h"
#include "latentfuzz/strategies/genai/rules.h"
#include "latentfuzz/strategies/mutators/mutator_choice.h"
#include "latentfuzz/strategies/names.h"
#include "latentfuzz/strategies/pool/latte.h"
#include "latentfuzz/strategies/pool/map_elites.h"
#include "latentfuzz/strategies/pool/random_walk.h"
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
      StrategyEntry{"map_elites",
                    "keeps the latent nearest to a boundary of each kind, and mutates it", kPresets,
                    MakeMapElites},
      StrategyEntry{"latte", "one step from a seed toward another class", kPresets, MakeLatte},
      StrategyEntry{"random_walk", "accepts every mutation: a baseline", kPresets, MakeRandomWalk},
      StrategyEntry{"random", "seeds once, then draws from the prior: the baseline", kPresets,
                    MakeRandomSearch},
  };
  return kTable;
}

std::string_view DefaultStrategy(bool single) { return single ? "genai" : "boundary"; }

void CheckStrategyOptions(const StrategyOptions& options) {
  if (!options.name.empty()) {
    const StrategyEntry& entry = FindByName(StrategyTable(), options.name, "strategy");
    FindByName(entry.presets, options.preset, "preset");
  }
  const bool weighted = FindByName(SchedulerTable(), options.scheduler, "scheduler").weighted;
  for (const std::string& text : options.mutators) {
    if (ParseMutator(text).weight == 1 || weighted) continue;
    throw Error(
        ErrorKind::kUsage,
        "mutator '" + text + "' has a weight, but the scheduler is '" + options.scheduler + "'",
        "set the scheduler to weighted, or leave the weight out");
  }
  FindEnergy(options.energy);
  if (!options.step.empty()) FindByName(GenaiSteps(), options.step, "step");
  if (!options.fitness.empty()) FindByName(GenaiFitnessTable(), options.fitness, "fitness");
  if (!options.domain.empty()) FindByName(DomainTable(), options.domain, "domain");
  if (!(options.truncation > 0 && options.truncation <= 1)) {
    throw Error(ErrorKind::kUsage, "truncation must lie in (0, 1]", "1 truncates nothing");
  }
  if (options.immigrants && !(*options.immigrants >= 0 && *options.immigrants <= 1)) {
    throw Error(ErrorKind::kUsage, "immigrants must lie in [0, 1]",
                "it is a share: 0.25 stands for a quarter of the offspring");
  }
}

std::unique_ptr<Strategy> MakeStrategy(const StrategyOptions& options, StrategyContext context) {
  CheckStrategyOptions(options);
  context.space.truncation = options.truncation;
  CheckSpaceAndSeeds(context.space, context.seeds);
  return FindByName(StrategyTable(), options.name, "strategy").make(options, std::move(context));
}

}  // namespace latentfuzz
