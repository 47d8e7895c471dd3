// Mutators: named operators on latents, in one table.
//
// Latents are flat, [d], whatever shape the generator gives them inside. A new mutator is one file
// that defines a MutatorFunction in namespace latentfuzz::mutators, and its row in
// mutator_table.cc.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/strategies/domain.h"

namespace latentfuzz {

// The second latent that a mutator works with.
enum class Partner {
  kNone,
  kParent,      // another parent: the mutator is a crossover
  kOtherClass,  // a latent whose image has another label
  kSeed,        // the seed that the latent descends from
};

// What a mutator requires of the latent space.
enum class Needs {
  kNothing,
  kNormalPrior,
  kClasses,  // a conditional generator of at least two classes
};

struct MutatorArgs {
  std::span<const float> partner;  // [d]; empty for Partner::kNone
  const Domain& domain;
  std::size_t classes = 0;  // of a conditional generator, else 0
  double step = 1;          // > 0: size relative to the operator's own; ignored where it has none
  // Whether the operator must change something. If false, operators that treat each gene by
  // chance may happen to treat none.
  bool always = true;
};

// Changes `latent` [d] (on entry the first parent) and, if it is about labels, `label`, with draws
// from `rng` alone. The result may lie outside the domain: the caller repairs it. With `always`,
// it differs from the first parent and from the partner, unless these two differ in fewer than two
// genes.
using MutatorFunction = void(std::span<float> latent, int& label, const MutatorArgs& args,
                             Rng& rng);

struct MutatorEntry {
  std::string_view name;
  std::string_view summary;  // one line of help
  Partner partner;
  Needs needs;
  // Whether the child of independent draws from N(0, I) is a draw from N(0, I) (of slerp: nearly,
  // in many dimensions).
  bool keeps_prior;
  MutatorFunction* apply;

  bool crossover() const { return partner == Partner::kParent; }
};

std::span<const MutatorEntry> MutatorTable();

// Throws Error{kUsage} for an unknown name, listing the known ones.
const MutatorEntry& FindMutator(std::string_view name);

// Whether the mutator makes sense in this space.
bool Usable(const MutatorEntry& mutator, const LatentSpace& space);

}  // namespace latentfuzz
