// Single-point crossover: the genes from a random cut on come from the partner. The cut lies
// between two genes in which the parents differ, so the child takes from each.
#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz::mutators {

void OnePoint(std::span<float> latent, int&, const MutatorArgs& args, Rng& rng) {
  std::size_t first = 0;
  std::size_t last = latent.size();
  while (first < last && latent[first] == args.partner[first]) ++first;
  while (last > first && latent[last - 1] == args.partner[last - 1]) --last;
  if (last - first < 2) return;
  const std::size_t cut = first + 1 + rng.Below(last - first - 1);
  for (std::size_t i = cut; i < last; ++i) latent[i] = args.partner[i];
}

}  // namespace latentfuzz::mutators
