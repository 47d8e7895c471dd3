// The genetic search from one seed (arXiv 2412.17652, Algorithm 1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "latentfuzz/strategies/genai/breed.h"
#include "latentfuzz/strategies/genai/rules.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

// The seed is evaluated first: under the very settings of the search it must get the label that is
// expected of it. Generations of its neighbours follow, until one holds a failure (a trigger),
// there were enough of them, or the step has become too small to matter.
//
// Latents are handed out by Next() and told in the same order. A generation is learned from once
// all of it was told, so that what a search does depends on its own random streams and on what it
// is told, not on the searches beside it.
class SeedSearch {
 public:
  enum class State { kChecking, kSearching, kNotViable, kFinished };

  static constexpr std::size_t kMostGenerations = 1'000'000;

  SeedSearch() = default;  // to be loaded
  // `ordinal` of the search keys its random streams; `place` is that of the seed among all seeds.
  // `expected`: the label it must get; where that is not known (kNoLabel), whatever it gets.
  SeedSearch(std::uint64_t ordinal, std::size_t place, std::span<const float> seed, int expected);

  State state() const { return state_; }
  bool done() const { return state_ == State::kNotViable || state_ == State::kFinished; }
  std::size_t place() const { return place_; }
  int expected() const { return expected_; }
  std::uint64_t generation() const { return generation_; }  // 0: mutations of the seed
  bool failed() const { return failed_; }
  std::uint64_t failed_at() const { return failed_at_; }  // generation of the first failure
  double step() const { return step_; }

  bool HasNext() const { return asked_ < population_.size(); }
  const Individual& Next() { return population_[asked_++]; }  // REQUIRES: HasNext()
  // The result of the earliest latent that was handed out and not told. `objectives` are those of
  // the fitness, `evaluation` its number, `seed` that of all random streams.
  void Tell(const GenaiRules& rules, std::span<const double> objectives, const Outcome& outcome,
            std::uint64_t evaluation, std::uint64_t seed);

  template <typename Archive>
  void Serialize(Archive& archive) {
    archive.Integer(ordinal_);
    archive.Integer(place_);
    archive.Integer(expected_);
    archive.Integer(state_);
    archive.Integer(generation_);
    archive.Integer(failing_);
    archive.Integer(failed_);
    archive.Integer(failed_at_);
    archive.Integer(told_);
    archive.Number(step_);
    archive.Number(best_);
    archive.Vector(seed_);
    archive.List(population_);
    asked_ = told_;
  }
  // Whether a loaded one can be gone on with.
  bool Consistent(std::size_t dim) const;

 private:
  void Begin(const GenaiRules& rules, const Outcome& outcome, Rng& rng);
  void Advance(const GenaiRules& rules, Rng& rng);
  bool Enough(const GenaiRules& rules) const;

  std::uint64_t ordinal_ = 0;
  std::size_t place_ = 0;
  int expected_ = kNoLabel;
  State state_ = State::kChecking;
  std::uint64_t generation_ = 0;
  bool failing_ = false;  // whether this generation holds a failure
  bool failed_ = false;
  std::uint64_t failed_at_ = 0;
  double step_ = 0;
  double best_ = 0;  // fitness of the best so far
  std::vector<float> seed_;
  std::vector<Individual> population_;  // this generation, survivors of the last one first
  std::size_t asked_ = 0, told_ = 0;    // of population_
};

}  // namespace latentfuzz
