// Random walk: the baseline that accepts every mutation.
#pragma once

#include <memory>

#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

// `population` walkers (default 256) begin at seeds and draws from the prior. Each later proposal
// is a mutation of where one walker stands, and that walker goes there whatever came of it.
// Crossovers take another walker as their partner. Presets and offspring have no effect.
std::unique_ptr<Strategy> MakeRandomWalk(const StrategyOptions& options, StrategyContext context);

}  // namespace latentfuzz
