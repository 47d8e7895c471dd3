// Evaluated individuals, column by column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/strategies/state.h"

namespace latentfuzz {

struct Population {
  LatentBatch latents;                     // [n, d] and the labels asked for
  std::vector<std::uint64_t> evaluations;  // [n] number of the evaluation
  std::vector<double> objectives;          // [n, m]
  std::vector<std::int32_t> classes;       // [n] label the reference gave, or -1

  explicit Population(std::size_t dim = 0) { latents.dim = dim; }

  std::size_t size() const { return evaluations.size(); }
  // Becomes empty; keeps its memory.
  void Clear();
  // Becomes the given rows, in that order, of `a` followed by `b`. REQUIRES: neither is *this.
  void Gather(const Population& a, const Population& b, std::span<const std::size_t> rows);

  // Fields are named `prefix`.*. The reader checks that all columns have the same length.
  void Save(StateWriter& writer, const std::string& prefix) const;
  static Population Load(const StateReader& reader, const std::string& prefix, std::size_t dim,
                         std::size_t columns);
};

// A hash of the bytes of latent and label, to find exact duplicates.
std::uint64_t HashLatent(std::span<const float> latent, int label);

}  // namespace latentfuzz
