#include <array>

#include "latentfuzz/strategies/scheduler.h"

namespace latentfuzz {

std::span<const SchedulerEntry> SchedulerTable() {
  static constexpr std::array kTable{
      SchedulerEntry{"adaptive", "in proportion to findings per evaluation, with a floor",
                     MakeAdaptiveScheduler},
      SchedulerEntry{"uniform", "every mutator as likely", MakeUniformScheduler},
  };
  return kTable;
}

}  // namespace latentfuzz
