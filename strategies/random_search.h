// Random search: the baseline that every comparison of strategies includes.
#pragma once

#include <memory>

#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

// Proposes each seed once, in order and as it is, its label expected, then draws from the prior;
// labels of a conditional space are drawn uniformly where a seed has none. Learns nothing and has
// no objectives; presets, population, offspring, scheduler and mutators have no effect.
std::unique_ptr<Strategy> MakeRandomSearch(const StrategyOptions& options, StrategyContext context);

}  // namespace latentfuzz
