// Gene-wise helpers that several mutators share.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>

#include "latentfuzz/base/rng.h"

namespace latentfuzz {

// Fair coin flips at one random bit each.
class Coins {
 public:
  explicit Coins(Rng& rng) : rng_(rng) {}

  bool Flip() {
    if (left_ == 0) {
      bits_ = rng_.Next();
      left_ = 32;
    }
    --left_;
    const bool heads = (bits_ & 1U) != 0;
    bits_ >>= 1;
    return heads;
  }

 private:
  Rng& rng_;
  std::uint32_t bits_ = 0;
  unsigned left_ = 0;
};

// Uniform in [0, 1) with the 24 bits that a float holds, from one word.
inline float UniformFloat(Rng& rng) { return static_cast<float>(rng.Next() >> 8) * 0x1.0p-24F; }

// Calls visit(i, eps) for i = 0 ... size - 1 with eps from N(0, 1): Box-Muller in single precision,
// which genes hold anyway, at about a third of the cost of Rng::Normal(). |eps| is below 5.8.
template <typename Visit>
void ForEachNormal(std::size_t size, Rng& rng, const Visit& visit) {
  for (std::size_t i = 0; i < size; i += 2) {
    const float radius = std::sqrt(-2 * std::log(1 - UniformFloat(rng)));
    const float angle = 2 * std::numbers::pi_v<float> * UniformFloat(rng);
    visit(i, radius * std::cos(angle));
    if (i + 1 < size) visit(i + 1, radius * std::sin(angle));
  }
}

// latent += step eps.
inline void AddNormal(std::span<float> latent, double step, Rng& rng) {
  const auto scale = static_cast<float>(step);
  ForEachNormal(latent.size(), rng, [&](std::size_t i, float eps) { latent[i] += scale * eps; });
}

std::size_t CountDifferingGenes(std::span<const float> a, std::span<const float> b);

// One gene in which `a` and `b` differ, each as likely; none if they are equal.
std::optional<std::size_t> RandomDifferingGene(std::span<const float> a, std::span<const float> b,
                                               Rng& rng);

// Copies each gene of `partner` into `latent` with the given probability; of the genes in which
// they differ, one random gene is always copied and another one never, so that both have a share.
// Does nothing if they differ in fewer than two genes.
void MixGenes(std::span<float> latent, std::span<const float> partner, double probability,
              Rng& rng);

}  // namespace latentfuzz
