#include <array>

#include "latentfuzz/strategies/scheduler.h"

namespace latentfuzz {
namespace {

template <std::unique_ptr<Scheduler> (*kMake)(std::size_t)>
std::unique_ptr<Scheduler> Unweighted(std::span<const double> weights) {
  return kMake(weights.size());
}

}  // namespace

std::span<const SchedulerEntry> SchedulerTable() {
  static constexpr std::array kTable{
      SchedulerEntry{"adaptive", "in proportion to findings per evaluation, with a floor", false,
                     Unweighted<MakeAdaptiveScheduler>},
      SchedulerEntry{"uniform", "every mutator as likely", false, Unweighted<MakeUniformScheduler>},
      SchedulerEntry{"weighted", "in proportion to fixed weights, as in sbx*3,gaussian", true,
                     MakeWeightedScheduler},
  };
  return kTable;
}

}  // namespace latentfuzz
