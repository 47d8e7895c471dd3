// Schedulers: the rule that picks among mutators.
//
// Mutators are arms here, numbered from 0. What a scheduler learns takes effect only at
// EndRound(), so that the arms chosen within a round do not depend on how it was cut into batches.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/strategies/state.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

class Scheduler {
 public:
  virtual ~Scheduler() = default;

  // One of `arms`. REQUIRES: arms is not empty.
  virtual std::size_t Choose(std::span<const std::size_t> arms, Rng& rng) const = 0;
  // The outcome of one evaluation that `arm` took part in.
  virtual void Credit(std::size_t arm, const Outcome& outcome) = 0;
  virtual void EndRound() = 0;

  // Fields are named "scheduler.*". Load throws Error{kData} for another number of arms.
  virtual void Save(StateWriter& writer) const = 0;
  virtual void Load(const StateReader& reader) = 0;
};

// Every arm as likely.
std::unique_ptr<Scheduler> MakeUniformScheduler(std::size_t arms);

// A bandit by probability matching (Thierens, "An adaptive pursuit strategy for allocating operator
// probabilities", GECCO 2005). The yield of an arm is its reward per evaluation: 1 for a finding,
// 5 more if its signature is new. Older rounds count 0.9 times less each round; an arm is credited
// 50 evaluations at the mean yield of all to begin with. A fifth of the choices is uniform, so that
// no arm starves; the others fall in proportion to yield.
std::unique_ptr<Scheduler> MakeAdaptiveScheduler(std::size_t arms);

// Each arm as likely as its weight is large, whatever happens. REQUIRES: weights > 0.
std::unique_ptr<Scheduler> MakeWeightedScheduler(std::span<const double> weights);

struct SchedulerEntry {
  std::string_view name;
  std::string_view summary;
  bool weighted;  // whether it goes by the weights of the arms
  std::unique_ptr<Scheduler> (*make)(std::span<const double> weights);  // one weight an arm
};

std::span<const SchedulerEntry> SchedulerTable();

}  // namespace latentfuzz
