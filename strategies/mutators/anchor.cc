// A step toward a latent of another class: the boundary between the classes lies on the way
// (after the one-step moves along anchor directions of Latte, arXiv 2606.04310).
#include <algorithm>

#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz::mutators {
namespace {

constexpr double kStride = 0.3;     // mean share of the way
constexpr double kFarthest = 0.95;  // never the anchor itself

}  // namespace

void Anchor(std::span<float> latent, int&, const MutatorArgs& args, Rng& rng) {
  const double share = std::min(kFarthest, kStride * args.step * rng.Uniform(0.5, 1.5));
  for (std::size_t i = 0; i < latent.size(); ++i) {
    const double way = static_cast<double>(args.partner[i]) - latent[i];
    latent[i] = static_cast<float>(latent[i] + share * way);
  }
}

}  // namespace latentfuzz::mutators
