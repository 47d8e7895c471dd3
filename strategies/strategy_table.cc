#include <array>
#include <utility>

#include "latentfuzz/strategies/boundary/boundary.h"
#include "latentfuzz/strategies/diffgan.h"
#include "latentfuzz/strategies/mutators/mutator.h"
#include "latentfuzz/strategies/names.h"
#include "latentfuzz/strategies/prior.h"
#include "latentfuzz/strategies/random_search.h"
#include "latentfuzz/strategies/scheduler.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

std::span<const StrategyEntry> StrategyTable() {
  static constexpr std::array kTable{
      StrategyEntry{"diffgan", "NSGA-II for divergence and diversity of a pair of classifiers",
                    MakeDiffgan},
      StrategyEntry{"boundary", "follows the decision boundaries of a pair of classifiers",
                    MakeBoundary},
      StrategyEntry{"random", "seeds once, then draws from the prior: the baseline",
                    MakeRandomSearch},
  };
  return kTable;
}

std::unique_ptr<Strategy> MakeStrategy(const StrategyOptions& options, StrategyContext context) {
  const StrategyEntry& entry = FindByName(StrategyTable(), options.name, "strategy");
  FindByName(DiffganPresets(), options.preset, "preset");
  FindByName(SchedulerTable(), options.scheduler, "scheduler");
  for (const std::string& name : options.mutators) FindMutator(name);
  CheckSpaceAndSeeds(context.space, context.seeds);
  return entry.make(options, std::move(context));
}

}  // namespace latentfuzz
