// Copies random genes of the seed back, so that the edit stays sparse (Kang et al., "SINVAD",
// ICSEW 2020). The share of genes is one half or one fifth, by a coin.
#include "latentfuzz/strategies/mutators/genes.h"
#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz::mutators {

void SparseRestore(std::span<float> latent, int&, const MutatorArgs& args, Rng& rng) {
  MixGenes(latent, args.partner, rng.Flip(0.5) ? 0.5 : 0.2, rng);
}

}  // namespace latentfuzz::mutators
