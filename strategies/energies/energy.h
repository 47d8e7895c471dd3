// Seed energies: how likely a strategy is to start from each of the latents it has.
//
// A new energy is one file that defines an EnergyFunction in namespace latentfuzz::energies, and
// its row in energy_table.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/base/verdict.h"
#include "latentfuzz/strategies/latent_space.h"

namespace latentfuzz {

// What is known of a latent that a strategy may start from.
struct Start {
  std::uint64_t born = 0;  // the later it came, the larger
  // Of its evaluation. Of a seed that was not evaluated yet: kAgree on its label.
  Signature signature = {};
  // Density of the prior at the latent over that at its mode, per gene (the d-th root): (0, 1].
  double density = 1;
  // Distance from the nearer decision boundary (top-2 gap of probabilities, [0, 1]); NaN where it
  // is not known.
  double margin = std::numeric_limits<double>::quiet_NaN();
};

// Energies of `starts`, in order: each finite and not negative.
using EnergyFunction = std::vector<double>(std::span<const Start> starts);

struct EnergyEntry {
  std::string_view name;
  std::string_view summary;  // one line of help
  EnergyFunction* energies;
};

std::span<const EnergyEntry> EnergyTable();

// Throws Error{kUsage} for an unknown name, listing the known ones.
const EnergyEntry& FindEnergy(std::string_view name);

// Start::density of a latent [d].
double RelativeDensity(const LatentSpace& space, std::span<const float> latent);

// Up to `limit` of the seeds, drawn by energy without repetition (copies of one latent and label
// are one). In a conditional space each has a label then: see SeedLabel.
std::vector<SeedLatent> DrawSeeds(std::span<const SeedLatent> seeds, std::size_t limit,
                                  const LatentSpace& space, const EnergyEntry& energy, Rng& rng);

}  // namespace latentfuzz
