// Counter-based random numbers: Philox4x32-10 (Salmon et al., "Parallel random
// numbers: as easy as 1, 2, 3", SC 2011), by way of Random123.
//
// A generator is keyed by (seed, stream): two streams never overlap, so each
// individual of a search can own one and no draw depends on who drew before. There is
// no other source of randomness in LatentFuzz.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace latentfuzz {

// What a stream of random numbers is for. The value is part of the key; never renumber.
enum class StreamPurpose : std::uint16_t {
  kPrior = 1,
  kBreed = 2,
  kScheduler = 3,
  kSeeds = 4,
  kProbe = 5,
  kSelection = 6,
  kDescriptor = 7,
  kTest = 0xFFFF,
};

class Rng {
 public:
  // `index` (below 2^48) separates the streams of one purpose, such as the ordinal of
  // the individual that is being bred.
  Rng(std::uint64_t seed, StreamPurpose purpose, std::uint64_t index = 0);

  // Uniform over all 32-bit values.
  std::uint32_t Next() {
    if (used_ == block_.size()) Refill();
    return block_[used_++];
  }
  // [0, 1), 53 bits.
  double Uniform() {
    const std::uint64_t high = Next() >> 5;  // 27 bits
    const std::uint64_t low = Next() >> 6;   // 26 bits
    return static_cast<double>((high << 26) | low) * 0x1.0p-53;
  }
  double Uniform(double low, double high);
  double Normal();                   // N(0, 1), Box-Muller
  std::size_t Below(std::size_t n);  // [0, n), unbiased. REQUIRES: n > 0
  bool Flip(double probability) { return Uniform() < probability; }

 private:
  void Refill();  // with the next block of words

  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 4> counter_;
  std::array<std::uint32_t, 4> block_{};
  unsigned used_ = 4;
  double spare_normal_ = 0;
  bool has_spare_ = false;
};

// All orders as likely (Fisher and Yates).
template <typename T>
void Shuffle(std::span<T> items, Rng& rng) {
  for (std::size_t left = items.size(); left > 1; --left) {
    std::swap(items[left - 1], items[rng.Below(left)]);
  }
}

}  // namespace latentfuzz
