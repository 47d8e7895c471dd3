// z + delta eps: an isotropic step, its size in units of the prior's standard deviation.
#include "latentfuzz/strategies/mutators/genes.h"
#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz::mutators {
namespace {

constexpr double kDelta = 0.1;

}  // namespace

void Gaussian(std::span<float> latent, int&, const MutatorArgs& args, Rng& rng) {
  AddNormal(latent, kDelta * args.step * args.domain.deviation, rng);
}

}  // namespace latentfuzz::mutators
