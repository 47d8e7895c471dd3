// The latents that searches begin with.
#pragma once

#include <cstddef>
#include <vector>

#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

struct SeedPool {
  std::vector<SeedLatent> seeds;
  // Least and largest gene of the first 1000 seeds.
  double low = 0;
  double high = 0;
};

// At most `most` seeds: the first encodings of real images where there are any, else the entries of
// the corpus; where there are no seeds, draws from the prior. In a conditional space each has a
// label. For a single classifier all have: seeds without one are left out, and Error{kUsage} is
// thrown where nothing else would be left in a space without classes. REQUIRES: most > 0.
SeedPool MakeSeedPool(const StrategyContext& context, std::size_t most);

}  // namespace latentfuzz
