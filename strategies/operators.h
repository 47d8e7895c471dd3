// The mutators of a strategy and the scheduler that picks among them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "latentfuzz/strategies/child.h"
#include "latentfuzz/strategies/mutators/mutator_choice.h"
#include "latentfuzz/strategies/scheduler.h"

namespace latentfuzz {

// The second latent of an operator.
struct SecondLatent {
  std::span<const float> latent;                     // [d]
  std::uint64_t evaluation = Provenance::kNoParent;  // its number, where it is one
};

class Operators {
 public:
  struct Size {
    bool vary = true;    // draw the step log-uniformly from [1/4, 4]; 1 otherwise
    bool always = true;  // every operator must change something
  };

  // `keeps_seeds`: whether the strategy knows the seed that each latent descends from. Throws
  // Error{kUsage} for an empty list, a mutator that `space` has no use for or that needs a seed
  // where none is kept, and an unknown scheduler.
  Operators(std::span<const MutatorChoice> mutators, const LatentSpace& space,
            std::string_view scheduler, bool keeps_seeds);

  std::span<const std::size_t> all() const { return all_; }
  std::span<const std::size_t> crossovers() const { return crossovers_; }
  std::span<const std::size_t> mutations() const { return mutations_; }

  // Changes `child` (on entry a copy of its first parent) by one of `arms`, which the scheduler
  // picks. `second` finds the second latent where it takes one; with two such operators, the second
  // parent named is the first one's. The result may lie outside the domain.
  void Apply(std::span<const std::size_t> arms, const Domain& domain, Size size,
             const std::function<SecondLatent(Partner)>& second, Child& child, Rng& rng) const;

  // Credits every mutator named in `provenance`.
  void Credit(const Provenance& provenance, const Outcome& outcome);

  Scheduler& scheduler() { return *scheduler_; }
  const Scheduler& scheduler() const { return *scheduler_; }

 private:
  LatentSpace space_;
  std::vector<const MutatorEntry*> arms_;
  std::vector<std::size_t> all_, crossovers_, mutations_;  // indices into arms_
  std::unique_ptr<Scheduler> scheduler_;
};

}  // namespace latentfuzz
