// A latent that was evaluated, and what it may become a parent by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/strategies/energies/energy.h"
#include "latentfuzz/strategies/operators.h"

namespace latentfuzz {

struct PoolMember {
  std::vector<float> latent = {};  // [d]
  std::vector<float> seed = {};    // [d] the start it descends from
  int label = kNoLabel;
  int expected = kNoLabel;
  std::uint64_t evaluation = 0;
  Signature signature = {};
  double quality = std::numeric_limits<double>::quiet_NaN();  // the first objective
  double margin = std::numeric_limits<double>::quiet_NaN();

  Start AsStart(const LatentSpace& space) const;

  template <typename Archive>
  void Serialize(Archive& archive) {
    archive.Vector(latent);
    archive.Vector(seed);
    archive.Integer(label);
    archive.Integer(expected);
    archive.Integer(evaluation);
    archive.Integer(signature.verdict);
    archive.Integer(signature.reference_label);
    archive.Integer(signature.candidate_label);
    archive.Number(quality);
    archive.Number(margin);
  }
};

// The second latent for an operator on `pool[first]`: its seed, another individual, or another one
// that the reference puts in another class (any other one where few tries find none). In a pool of
// one it is that one.
SecondLatent FindSecond(Partner kind, std::span<const PoolMember> pool, std::size_t first,
                        Rng& rng);

}  // namespace latentfuzz
