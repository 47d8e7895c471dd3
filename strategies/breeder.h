// How children come from a population: parent selection, crossover, mutation, repair.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/strategies/mutators/mutator.h"
#include "latentfuzz/strategies/pareto/pareto.h"
#include "latentfuzz/strategies/population.h"
#include "latentfuzz/strategies/scheduler.h"

namespace latentfuzz {

struct BreedingRules {
  double crossover_probability = 0.9;  // of each child
  double mutation_probability = 0.9;   // of each child
  // Whether every child gets at least one operator, and every operator must change something.
  bool always_change = true;
  // Whether the step of an operator is drawn log-uniformly from [1/4, 4]; 1 otherwise.
  bool vary_steps = true;
  std::vector<std::string_view> mutators;  // rows of the mutator table
};

struct Child {
  std::vector<float> latent;
  int label = kNoLabel;
  Provenance provenance;
};

// Rows of a population; they may be the same one.
struct Parents {
  std::size_t first, second;
};

class Breeder {
 public:
  // Throws Error{kUsage} for an unknown mutator, one that `space` has no use for, or one that
  // needs the seed of each latent.
  Breeder(const BreedingRules& rules, const LatentSpace& space,
          std::unique_ptr<Scheduler> (*make)(std::size_t arms));

  // One child. The partner of a crossover is the second parent, or where that is the first again
  // the winner of a binary tournament; the partner of an anchor step is a random individual that
  // the reference puts in another class (any other one where few tries find none). With both, the
  // second parent named is the crossover's. The child takes the label of the first parent, and
  // lies in the domain.
  Child Breed(const Population& population, const Ranking& ranking, Parents parents,
              Rng& rng) const;

  // Credits every mutator named in `provenance`.
  void Credit(const Provenance& provenance, const Outcome& outcome);
  Scheduler& scheduler() { return *scheduler_; }
  const Scheduler& scheduler() const { return *scheduler_; }

 private:
  struct Pool;  // what one Breed draws from
  void Apply(std::span<const std::size_t> arms, Pool& pool, Child& child) const;
  std::size_t ChoosePartner(Partner kind, Pool& pool) const;

  BreedingRules rules_;
  LatentSpace space_;
  Domain domain_;
  std::vector<const MutatorEntry*> arms_;
  std::vector<std::size_t> crossovers_, mutations_;  // indices into arms_
  std::unique_ptr<Scheduler> scheduler_;
};

}  // namespace latentfuzz
