// Seed latents in saved states.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "latentfuzz/strategies/latent_space.h"
#include "latentfuzz/strategies/state.h"

namespace latentfuzz {

// Fields are named "seeds.*".
void SaveSeeds(const std::vector<SeedLatent>& seeds, StateWriter& writer);
std::vector<SeedLatent> LoadSeeds(const StateReader& reader, std::size_t dim);

// The space in words, to tell whether a state was saved for it.
std::string Describe(const LatentSpace& space);

}  // namespace latentfuzz
