// MAP-Elites: an archive of the best latent of each kind.
#pragma once

#include <memory>

#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

// Mouret and Clune, "Illuminating search spaces by mapping elites" (arXiv 1504.04909), as
// DeepHyperion uses it for tests (Zohdinasab et al., ISSTA 2021). A cell (see Cell) keeps one
// elite, the individual with the smallest first objective. `population` is the most cells that are
// kept (default 4096): beyond it, a new cell takes the place of the worst elite if it is better.
// Crossovers join individuals of the same pair of labels where there are any.
// Presets and offspring have no effect.
std::unique_ptr<Strategy> MakeMapElites(const StrategyOptions& options, StrategyContext context);

}  // namespace latentfuzz
