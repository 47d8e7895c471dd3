// z + delta eps: an isotropic step, its size in units of the prior's standard deviation.
#include <algorithm>

#include "latentfuzz/strategies/mutators/genes.h"
#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz::mutators {
namespace {

constexpr double kDelta = 0.1;

}  // namespace

void Gaussian(std::span<float> latent, int&, const MutatorArgs& args, Rng& rng) {
  const Domain& domain = args.domain;
  // A longer step than the range of a gene forgets the parent as well, and would overflow.
  AddNormal(latent, std::min(kDelta * args.step * domain.deviation, domain.high - domain.low), rng);
}

}  // namespace latentfuzz::mutators
