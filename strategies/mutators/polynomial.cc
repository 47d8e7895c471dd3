// Polynomial mutation (Deb and Goyal, "A combined genetic adaptive search (GeneAS) for engineering
// design", 1996; the bounded form of Deb et al., NSGA-II, 2002).
#include <algorithm>
#include <cmath>

#include "latentfuzz/strategies/mutators/genes.h"
#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz::mutators {
namespace {

constexpr float kEta = 20;

// Step relative to the range of the gene. below, above: room to the bounds, in the same unit.
float Step(float below, float above, float u) {
  const auto power = [](float base, float exponent) { return std::pow(base, exponent); };
  if (u < 0.5F) {
    return power(2 * u + (1 - 2 * u) * power(1 - below, kEta + 1), 1 / (kEta + 1)) - 1;
  }
  return 1 - power(2 * (1 - u) + (2 * u - 1) * power(1 - above, kEta + 1), 1 / (kEta + 1));
}

void MutateGene(float& gene, const Domain& domain, Rng& rng) {
  const auto low = static_cast<float>(domain.low);
  const auto high = static_cast<float>(domain.high);
  const float range = high - low;
  if (!domain.bounded()) {
    gene += range * Step(1, 1, UniformFloat(rng));
    return;
  }
  const float below = std::clamp((gene - low) / range, 0.0F, 1.0F);
  gene = std::clamp(gene + range * Step(below, 1 - below, UniformFloat(rng)), low, high);
}

}  // namespace

void Polynomial(std::span<float> latent, int&, const MutatorArgs& args, Rng& rng) {
  const double probability = std::min(0.5, 1.0 / static_cast<double>(latent.size()));
  const double scale = 1 / std::log1p(-probability);
  const auto size = static_cast<double>(latent.size());
  bool changed = false;
  // The gaps between mutated genes are geometric: one draw a mutation instead of one a gene.
  for (double next = 0;; ++next) {
    next += std::floor(std::log1p(-rng.Uniform()) * scale);
    if (!(next < size)) break;
    MutateGene(latent[static_cast<std::size_t>(next)], args.domain, rng);
    changed = true;
  }
  if (!changed && args.always) MutateGene(latent[rng.Below(latent.size())], args.domain, rng);
}

}  // namespace latentfuzz::mutators
