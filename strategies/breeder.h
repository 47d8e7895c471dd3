// How children come from a population: parent selection, crossover, mutation, repair.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "latentfuzz/strategies/child.h"
#include "latentfuzz/strategies/operators.h"
#include "latentfuzz/strategies/pareto/pareto.h"
#include "latentfuzz/strategies/population.h"

namespace latentfuzz {

struct BreedingRules {
  double crossover_probability = 0.9;  // of each child
  double mutation_probability = 0.9;   // of each child
  // Whether every child gets at least one operator, and every operator must change something.
  bool always_change = true;
  // Whether the step of an operator is drawn log-uniformly from [1/4, 4]; 1 otherwise.
  bool vary_steps = true;
  std::vector<MutatorChoice> mutators;
};

// Rows of a population; they may be the same one.
struct Parents {
  std::size_t first, second;
};

class Breeder {
 public:
  // Throws Error{kUsage} as Operators does; no mutator may need the seed of each latent.
  Breeder(const BreedingRules& rules, const LatentSpace& space, std::string_view scheduler);

  // One child. The partner of a crossover is the second parent, or where that is the first again
  // the winner of a binary tournament; the partner of an anchor step is a random individual that
  // the reference puts in another class (any other one where few tries find none). With both, the
  // second parent named is the crossover's. The child takes the label asked of the first parent,
  // and lies in `domain`. In an unconditional space no label is expected of it: what crossing
  // makes may show another class than its parents.
  Child Breed(const Population& population, const Ranking& ranking, Parents parents,
              const Domain& domain, Rng& rng) const;

  Operators& operators() { return operators_; }
  const Operators& operators() const { return operators_; }

 private:
  struct Pool;  // what one Breed draws from
  std::size_t ChoosePartner(Partner kind, Pool& pool) const;

  BreedingRules rules_;
  LatentSpace space_;
  Operators operators_;
};

}  // namespace latentfuzz
