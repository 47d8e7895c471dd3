// A set of 64-bit hashes that allocates once: open addressing, linear probing.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace latentfuzz {

class HashSet {
 public:
  // Room for `limit` hashes.
  explicit HashSet(std::size_t limit) : slots_(std::bit_ceil(2 * limit + 2)) {}

  // Whether `hash` is new. The hashes 0 and 1 count as one. REQUIRES: fewer than `limit` hashes in
  // the set.
  bool Insert(std::uint64_t hash) {
    if (hash == kEmpty) hash = 1;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
      if (slots_[i] == hash) return false;
      if (slots_[i] != kEmpty) continue;
      slots_[i] = hash;
      return true;
    }
  }

  void Clear() { std::fill(slots_.begin(), slots_.end(), kEmpty); }

 private:
  static constexpr std::uint64_t kEmpty = 0;
  std::vector<std::uint64_t> slots_;
};

}  // namespace latentfuzz
