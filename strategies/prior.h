// Draws from the prior of a latent space.
#pragma once

#include <span>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/strategies/latent_space.h"

namespace latentfuzz {

// Fills `latent` [d] with N(0, I) or uniform genes, truncated as the space says.
void DrawPrior(const LatentSpace& space, Rng& rng, std::span<float> latent);

// A class, each as likely; kNoLabel (and no draw) where the space has none.
int DrawLabel(const LatentSpace& space, Rng& rng);

// The label of the seed, or a drawn one where the space needs a label and the seed has none.
int SeedLabel(const LatentSpace& space, const SeedLatent& seed, Rng& rng);

// Throws Error{kUsage} for an empty space or bounds that are not an interval, and Error{kData}
// naming the seed's origin for one of another size, with a value that is not finite, or with a
// label that the space does not have.
void CheckSpaceAndSeeds(const LatentSpace& space, std::span<const SeedLatent> seeds);

}  // namespace latentfuzz
