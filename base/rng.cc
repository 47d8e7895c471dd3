#include "latentfuzz/base/rng.h"

#include <Random123/philox.h>

#include <cmath>
#include <numbers>

namespace latentfuzz {

Rng::Rng(std::uint64_t seed, StreamPurpose purpose, std::uint64_t index)
    : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
      counter_{0, static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32),
               static_cast<std::uint32_t>(purpose) << 16} {
  counter_[3] |= counter_[2] >> 16;
  counter_[2] &= 0xFFFFU;
}

void Rng::Refill() {
  const r123::Philox4x32::ctr_type counter = {{counter_[0], counter_[1], counter_[2], counter_[3]}};
  const r123::Philox4x32::key_type key = {{key_[0], key_[1]}};
  const auto block = r123::Philox4x32()(counter, key);
  for (std::size_t i = 0; i < block_.size(); ++i) block_[i] = block[i];
  ++counter_[0];  // 2^32 blocks = 64 GiB a stream: far beyond what one individual draws
  used_ = 0;
}

double Rng::Uniform(double low, double high) { return low + (high - low) * Uniform(); }

double Rng::Normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_normal_;
  }
  const double radius = std::sqrt(-2.0 * std::log(1.0 - Uniform()));
  const double angle = 2.0 * std::numbers::pi * Uniform();
  spare_normal_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

std::size_t Rng::Below(std::size_t n) {
  // Rejection keeps every residue equally likely.
  const std::uint64_t bound = n;
  const std::uint64_t limit = bound * (UINT64_MAX / bound);
  for (;;) {
    const std::uint64_t draw = (static_cast<std::uint64_t>(Next()) << 32) | Next();
    if (draw < limit) return static_cast<std::size_t>(draw % bound);
  }
}

}  // namespace latentfuzz
