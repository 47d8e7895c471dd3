// Simulated binary crossover (Deb and Agrawal, "Simulated binary crossover for continuous search
// space", Complex Systems 9, 1995; the bounded form of Deb et al., NSGA-II, 2002): each gene is
// crossed with probability 1/2, and takes one of the two children's values by a coin.
#include <algorithm>
#include <cmath>

#include "latentfuzz/strategies/mutators/genes.h"
#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz::mutators {
namespace {

constexpr float kEta = 15;

// Distance of the two children over that of their parents. room: distance from the parent on the
// child's side to the bound there, over that of the parents.
float BoundedSpread(float room, float u) {
  const float alpha = 2 - std::pow(1 + 2 * std::max(room, 0.0F), -(kEta + 1));
  const float area = u * alpha;
  return std::pow(area <= 1 ? area : 1 / (2 - area), 1 / (kEta + 1));
}

float Spread(float u) { return std::pow(u <= 0.5F ? 2 * u : 1 / (2 - 2 * u), 1 / (kEta + 1)); }

void CrossGene(float& gene, float other, const Domain& domain, bool upper, Rng& rng) {
  const float least = std::min(gene, other);
  const float most = std::max(gene, other);
  const float gap = most - least;
  const float u = UniformFloat(rng);
  const float sign = upper ? 1.0F : -1.0F;
  if (!domain.bounded()) {
    gene = (least + most + sign * Spread(u) * gap) / 2;
    return;
  }
  const auto low = static_cast<float>(domain.low);
  const auto high = static_cast<float>(domain.high);
  const float room = (upper ? high - most : least - low) / gap;
  gene = std::clamp((least + most + sign * BoundedSpread(room, u) * gap) / 2, low, high);
}

}  // namespace

void Sbx(std::span<float> latent, int&, const MutatorArgs& args, Rng& rng) {
  Coins coins(rng);
  bool changed = false;
  for (std::size_t i = 0; i < latent.size(); ++i) {
    if (!coins.Flip() || latent[i] == args.partner[i]) continue;
    CrossGene(latent[i], args.partner[i], args.domain, coins.Flip(), rng);
    changed = true;
  }
  if (changed || !args.always) return;
  if (const auto i = RandomDifferingGene(latent, args.partner, rng)) {
    CrossGene(latent[*i], args.partner[*i], args.domain, coins.Flip(), rng);
  }
}

}  // namespace latentfuzz::mutators
