// The niches of a MAP-Elites archive.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "latentfuzz/strategies/pool/pool_member.h"

namespace latentfuzz {

// What two latents have in common that compete for one place.
struct Cell {
  int reference_label = 0, candidate_label = 0;
  int margin_bin = 0;            // halvings of the margin: 0 from 1 down to 1/2, 1 to 1/4 ...
  std::uint32_t descriptor = 0;  // in which part of the latent space it lies

  auto operator<=>(const Cell&) const = default;
};

// Sorts individuals into cells.
class CellGrid {
 public:
  // The descriptor has a bit for each of a few random directions: on which side of the middle of
  // the prior the latent lies. The directions depend on `seed` alone.
  CellGrid(const LatentSpace& space, std::uint64_t seed);

  // The margin bin counts up to 10 halvings; a margin that is not known counts as 1.
  Cell Of(const PoolMember& individual) const;

 private:
  std::size_t dim_;
  double middle_;
  std::vector<float> directions_;  // [bits, d]
};

}  // namespace latentfuzz
