// z + delta eps: an isotropic step, its size in units of the prior's standard deviation.
#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz::mutators {
namespace {

constexpr double kDelta = 0.1;

}  // namespace

void Gaussian(std::span<float> latent, int&, const MutatorArgs& args, Rng& rng) {
  const double delta = kDelta * args.step * args.domain.deviation;
  for (float& gene : latent) gene = static_cast<float>(gene + delta * rng.Normal());
}

}  // namespace latentfuzz::mutators
