// Spherical blend of two parents (Shoemake, "Animating rotation with quaternion curves", SIGGRAPH
// 1985): of two draws from N(0, I) it is, in many dimensions, again one.
#include <algorithm>
#include <cmath>

#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz::mutators {
namespace {

constexpr double kShare = 0.1;  // least share of either parent
constexpr double kParallel = 1e-6;

double Angle(std::span<const float> a, std::span<const float> b) {
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    aa += static_cast<double>(a[i]) * a[i];
    bb += static_cast<double>(b[i]) * b[i];
    ab += static_cast<double>(a[i]) * b[i];
  }
  const double scale = std::sqrt(aa) * std::sqrt(bb);
  return scale > 0 ? std::acos(std::clamp(ab / scale, -1.0, 1.0)) : 0;
}

}  // namespace

void Slerp(std::span<float> latent, int&, const MutatorArgs& args, Rng& rng) {
  const double t = rng.Uniform(kShare, 1 - kShare);
  const double angle = Angle(latent, args.partner);
  const double sine = std::sin(angle);
  const bool parallel = sine < kParallel;
  const double first = parallel ? 1 - t : std::sin((1 - t) * angle) / sine;
  const double second = parallel ? t : std::sin(t * angle) / sine;
  for (std::size_t i = 0; i < latent.size(); ++i) {
    latent[i] = static_cast<float>(first * latent[i] + second * args.partner[i]);
  }
}

}  // namespace latentfuzz::mutators
