// z + delta eps: an isotropic step, its size in units of the prior's standard deviation.
#include "latentfuzz/strategies/mutators/genes.h"
#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz::mutators {
namespace {

constexpr double kDelta = 0.1;

}  // namespace

void Gaussian(std::span<float> latent, int&, const MutatorArgs& args, Rng& rng) {
  const auto delta = static_cast<float>(kDelta * args.step * args.domain.deviation);
  ForEachNormal(latent.size(), rng, [&](std::size_t i, float eps) { latent[i] += delta * eps; });
}

}  // namespace latentfuzz::mutators
