// A latent that a strategy is about to propose.
#pragma once

#include <vector>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/base/rng.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

struct Child {
  std::vector<float> latent = {};  // [d]
  int label = kNoLabel;            // asked of a conditional generator
  Provenance provenance = {};
  // What a classifier ought to say of it: the label asked of a conditional generator, elsewhere
  // that of the seed; kNoLabel where that is not known.
  int expected = kNoLabel;

  // Sets `expected`; `inherited` is the one of the seed or parent.
  void Expect(const LatentSpace& space, int inherited);

  // A draw from the prior.
  static Child FromPrior(const LatentSpace& space, Rng& rng);
  // The seed as it is; a conditional space draws a label where it has none.
  static Child FromSeed(const LatentSpace& space, const SeedLatent& seed, Rng& rng);
};

}  // namespace latentfuzz
