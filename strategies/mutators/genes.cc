#include "latentfuzz/strategies/mutators/genes.h"

namespace latentfuzz {

std::size_t CountDifferingGenes(std::span<const float> a, std::span<const float> b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1U : 0U;
  return count;
}

std::optional<std::size_t> RandomDifferingGene(std::span<const float> a, std::span<const float> b,
                                               Rng& rng) {
  const std::size_t count = CountDifferingGenes(a, b);
  if (count == 0) return std::nullopt;
  std::size_t skip = rng.Below(count);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i] && skip-- == 0) return i;
  }
  return std::nullopt;
}

void MixGenes(std::span<float> latent, std::span<const float> partner, double probability,
              Rng& rng) {
  const std::size_t differing = CountDifferingGenes(latent, partner);
  if (differing < 2) return;
  const std::size_t copied = rng.Below(differing);
  std::size_t kept = rng.Below(differing - 1);
  if (kept >= copied) ++kept;
  std::size_t ordinal = 0;
  const auto share = static_cast<float>(probability);
  for (std::size_t i = 0; i < latent.size(); ++i) {
    if (latent[i] == partner[i]) continue;
    const bool flip = UniformFloat(rng) < share;
    if (ordinal == copied || (flip && ordinal != kept)) latent[i] = partner[i];
    ++ordinal;
  }
}

}  // namespace latentfuzz
