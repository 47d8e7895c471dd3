// Uniform crossover (Syswerda, ICGA 1989): each gene from either parent by a coin.
#include "latentfuzz/strategies/mutators/genes.h"
#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz::mutators {

void UniformCrossover(std::span<float> latent, int&, const MutatorArgs& args, Rng& rng) {
  MixGenes(latent, args.partner, 0.5, rng);
}

}  // namespace latentfuzz::mutators
