#include <array>
#include <cmath>
#include <utility>

#include "latentfuzz/strategies/energies/energy.h"
#include "latentfuzz/strategies/hash_set.h"
#include "latentfuzz/strategies/names.h"
#include "latentfuzz/strategies/population.h"
#include "latentfuzz/strategies/prior.h"
#include "latentfuzz/strategies/roulette.h"

namespace latentfuzz {
namespace energies {

EnergyFunction Uniform, Recency, Rarity, Hda;

}  // namespace energies

std::span<const EnergyEntry> EnergyTable() {
  using namespace energies;
  static constexpr std::array kTable{
      EnergyEntry{"uniform", "every start as likely", Uniform},
      EnergyEntry{"recency", "the newest first", Recency},
      EnergyEntry{"rarity", "rare signatures first", Rarity},
      EnergyEntry{"hda", "likely under the prior and near a decision boundary", Hda},
  };
  return kTable;
}

const EnergyEntry& FindEnergy(std::string_view name) {
  return FindByName(EnergyTable(), name, "energy");
}

double RelativeDensity(const LatentSpace& space, std::span<const float> latent) {
  if (space.prior == Prior::kUniform) return 1;
  double squares = 0;
  for (const float gene : latent) squares += static_cast<double>(gene) * gene;
  return std::exp(-squares / (2 * static_cast<double>(latent.size())));
}

std::vector<SeedLatent> DrawSeeds(std::span<const SeedLatent> seeds, std::size_t limit,
                                  const LatentSpace& space, const EnergyEntry& energy, Rng& rng) {
  std::vector<Start> starts;
  for (const SeedLatent& seed : seeds) {
    starts.push_back({.born = starts.size(),
                      .signature = {Verdict::kAgree, seed.label, seed.label},
                      .density = RelativeDensity(space, seed.latent)});
  }
  std::vector<double> weights = energy.energies(starts);
  std::vector<SeedLatent> drawn;
  HashSet chosen(seeds.size());
  for (std::size_t left = seeds.size(); left > 0 && drawn.size() < limit; --left) {
    const std::size_t i = Roulette(weights, rng);
    weights[i] = 0;
    SeedLatent seed = seeds[i];
    if (space.classes > 0) seed.label = SeedLabel(space, seed, rng);
    if (chosen.Insert(HashLatent(seed.latent, seed.label))) drawn.push_back(std::move(seed));
  }
  return drawn;
}

}  // namespace latentfuzz
