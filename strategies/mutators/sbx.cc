// Simulated binary crossover (Deb and Agrawal, "Simulated binary crossover for continuous search
// space", Complex Systems 9, 1995; the bounded form of Deb et al., NSGA-II, 2002): each gene is
// crossed with probability 1/2, and takes one of the two children's values by a coin.
#include <algorithm>
#include <array>
#include <cmath>

#include "latentfuzz/strategies/mutators/genes.h"
#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz::mutators {
namespace {

// The distribution index is 15. Its powers are written out: unlike pow(), products and roots are
// rounded alike by every C library, and they are faster.
float ToThe16(float x) {
  const float x2 = x * x, x4 = x2 * x2, x8 = x4 * x4;
  return x8 * x8;
}

float SixteenthRoot(float x) { return std::sqrt(std::sqrt(std::sqrt(std::sqrt(x)))); }

// u: uniform in [0, 1). sign: of the child's side, 1 upper or -1 lower. Branches on random bits
// would cost more than the arithmetic: values are picked by index.
void CrossGene(float& gene, float other, const Domain& domain, float u, float sign) {
  const float middle = (gene + other) / 2;
  const float gap = std::abs(gene - other);
  float area = 2 * u;
  if (domain.bounded()) {
    const std::array<float, 2> bounds{static_cast<float>(domain.low),
                                      static_cast<float>(domain.high)};
    const float bound = bounds[sign > 0 ? 1 : 0];
    const float room = std::max(std::abs(bound - middle) / gap - 0.5F, 0.0F);
    area = u * (2 - 1 / ToThe16(1 + 2 * room));
  }
  const std::array<float, 2> spreads{1 / (2 - area), area};
  gene = middle + sign * SixteenthRoot(spreads[area <= 1 ? 1 : 0]) * gap / 2;
  if (domain.bounded()) {
    gene = std::clamp(gene, static_cast<float>(domain.low), static_cast<float>(domain.high));
  }
}

constexpr std::size_t kBlock = 64;

}  // namespace

void Sbx(std::span<float> latent, int&, const MutatorArgs& args, Rng& rng) {
  Coins coins(rng);
  const auto cross = [&](std::size_t gene) {
    const float sign = coins.Flip() ? 1.0F : -1.0F;
    CrossGene(latent[gene], args.partner[gene], args.domain, UniformFloat(rng), sign);
  };
  bool changed = false;
  std::array<std::size_t, kBlock> crossed;
  for (std::size_t begin = 0; begin < latent.size(); begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, latent.size());
    std::size_t count = 0;
    for (std::size_t i = begin; i < end; ++i) {
      crossed[count] = i;
      count += static_cast<std::size_t>(coins.Flip()) & std::size_t{latent[i] != args.partner[i]};
    }
    for (std::size_t k = 0; k < count; ++k) cross(crossed[k]);
    changed = changed || count > 0;
  }
  if (changed || !args.always) return;
  if (const auto gene = RandomDifferingGene(latent, args.partner, rng)) cross(*gene);
}

}  // namespace latentfuzz::mutators
