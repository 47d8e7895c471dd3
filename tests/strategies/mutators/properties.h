// What every mutator must do, as checks that return what is wrong with one, or nothing.
//
// They are functions and no tests, so that they can be shown broken mutators too.
#pragma once

#include <string>

#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz {

// The child differs from both parents, and the label stays unless labels are what it is about.
std::string ChildDiffers(const MutatorEntry& mutator);
// In every kind of domain, latents are finite after each of 250 doublings of the step, and in the
// domain once they are repaired.
std::string StaysFinite(const MutatorEntry& mutator);
// Where the table promises it: children of draws from N(0, I) have its mean, variance and fourth
// moment in every gene, and the mean square norm d.
std::string KeepsPrior(const MutatorEntry& mutator);
// A mutator with a second latent takes something of both, in some children more of the one and in
// some more of the other, or always a share of each.
std::string SharesParents(const MutatorEntry& mutator);
// The same stream gives the same child.
std::string Repeats(const MutatorEntry& mutator);

struct MutatorProperty {
  const char* name;
  std::string (*violation)(const MutatorEntry& mutator);
};

inline constexpr MutatorProperty kMutatorProperties[] = {{"ChildDiffers", ChildDiffers},
                                                         {"StaysFinite", StaysFinite},
                                                         {"KeepsPrior", KeepsPrior},
                                                         {"SharesParents", SharesParents},
                                                         {"Repeats", Repeats}};

}  // namespace latentfuzz
