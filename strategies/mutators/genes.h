// Gene-wise helpers that several mutators share.
#pragma once

#include <cstddef>
#include <cstdint>
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
