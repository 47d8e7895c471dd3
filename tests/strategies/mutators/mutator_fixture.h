// Applying one mutator by name, for its test.
#pragma once

#include <string_view>
#include <vector>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/strategies/mutators/mutator.h"
#include "latentfuzz/strategies/prior.h"

namespace latentfuzz {

struct MutatorFixture {
  explicit MutatorFixture(std::string_view name, LatentSpace where = {.size = 16})
      : MutatorFixture(FindMutator(name), where) {}
  // Borrows the entry.
  MutatorFixture(const MutatorEntry& entry, LatentSpace where)
      : mutator(entry), space(where), domain(Domain::Typical(where)) {}

  std::vector<float> Draw() {
    std::vector<float> latent(space.size);
    DrawPrior(space, rng, latent);
    return latent;
  }

  // The child of `parent`; its label is left in `label`.
  std::vector<float> Apply(std::vector<float> parent, const std::vector<float>& partner = {}) {
    mutator.apply(parent, label,
                  {.partner = partner,
                   .domain = domain,
                   .classes = space.classes,
                   .step = step,
                   .always = always},
                  rng);
    return parent;
  }

  const MutatorEntry& mutator;
  LatentSpace space;
  Domain domain;
  Rng rng{1, StreamPurpose::kTest};
  int label = kNoLabel;
  double step = 1;
  bool always = true;
};

inline const LatentSpace kBoxSpace{.size = 16, .prior = Prior::kUniform, .low = -1, .high = 1};

}  // namespace latentfuzz
