// The preconditioned Crank-Nicolson step z' = sqrt(1 - b^2) z + b eps (Cotter et al., "MCMC
// methods for functions", Statistical Science 28(3), 2013): N(0, I) is its stationary law.
#include <algorithm>
#include <cmath>

#include "latentfuzz/strategies/mutators/genes.h"
#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz::mutators {
namespace {

constexpr double kStep = 0.2;

}  // namespace

void Pcn(std::span<float> latent, int&, const MutatorArgs& args, Rng& rng) {
  const auto b = static_cast<float>(std::min(1.0, kStep * args.step));
  const float keep = std::sqrt(1 - b * b);
  ForEachNormal(latent.size(), rng,
                [&](std::size_t i, float eps) { latent[i] = keep * latent[i] + b * eps; });
}

}  // namespace latentfuzz::mutators
