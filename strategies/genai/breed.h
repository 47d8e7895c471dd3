// The children of the search from one seed.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/strategies/genai/rules.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

struct Individual {
  std::vector<float> latent;  // flat, [d]
  // Of the evaluations of its parents.
  std::array<std::uint64_t, 2> parents{Provenance::kNoParent, Provenance::kNoParent};
  std::uint64_t evaluation = 0;  // the number of its own, once there is one
  double fitness = 0;            // minimised

  template <typename Archive>
  void Serialize(Archive& archive) {
    archive.Vector(latent);
    for (std::uint64_t& parent : parents) archive.Integer(parent);
    archive.Integer(evaluation);
    archive.Number(fitness);
  }
};

// A neighbour of the seed: z + step eps.
Individual Mutate(const Individual& seed, double step, const Domain& domain, Rng& rng);

// Single-point crossover of two random parents (of one where there are no two), Gaussian mutation
// z + step eps, and repair, as in Algorithm 1. With `sparse`, the noise falls only on genes that
// differ from the seed, and "sparse_restore" copies genes of the seed back. REQUIRES: parents is
// not empty.
Individual Breed(std::span<const Individual> parents, std::span<const float> seed, double step,
                 const Domain& domain, bool sparse, Rng& rng);

// The operators of Mutate and of Breed, as provenance names them.
std::vector<std::string_view> MutateOperators();
std::vector<std::string_view> BreedOperators(bool sparse);

}  // namespace latentfuzz
