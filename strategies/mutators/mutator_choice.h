// A mutator as people choose it: by name, with a weight.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz {

struct MutatorChoice {
  const MutatorEntry* mutator;
  double weight = 1;  // > 0: what the scheduler "weighted" goes by

  std::string ToString() const;  // "sbx*3"; "sbx" where the weight is 1
};

// NAME or NAME*WEIGHT. Throws Error{kUsage} for an unknown name, listing the known ones, and for a
// weight that is not a positive number.
MutatorChoice ParseMutator(std::string_view text);

// The mutators named in `chosen`; where that is empty, those of `defaults` that `space` has a use
// for. Throws as ParseMutator does.
std::vector<MutatorChoice> ChooseMutators(std::span<const std::string> chosen,
                                          std::span<const std::string_view> defaults,
                                          const LatentSpace& space);

}  // namespace latentfuzz
