// Seed latents in saved states.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "latentfuzz/strategies/domain.h"
#include "latentfuzz/strategies/latent_space.h"
#include "latentfuzz/strategies/state.h"

namespace latentfuzz {

// Fields are named "seeds.*".
void SaveSeeds(const std::vector<SeedLatent>& seeds, StateWriter& writer);
std::vector<SeedLatent> LoadSeeds(const StateReader& reader, std::size_t dim);

// The range of a box that was observed on seeds: `domain` with the range that was saved. The field
// is named "domain.range".
void SaveDomain(const Domain& domain, StateWriter& writer);
Domain LoadDomain(const StateReader& reader, Domain domain);

// The space in words, to tell whether a state was saved for it.
std::string Describe(const LatentSpace& space);

}  // namespace latentfuzz
