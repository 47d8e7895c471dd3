// What strategies have in common that keep a pool of evaluated latents and breed from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/strategies/child.h"
#include "latentfuzz/strategies/pool/pool_member.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

struct PoolRules {
  std::string_view name;  // of the strategy, in saved states
  std::size_t capacity;   // of the pool, unless the options say `population`
  std::size_t starts;     // proposals to begin with that are starts; at most the capacity
  double fresh;           // share of starts among the later ones
  std::span<const std::string_view> mutators;  // unless the options name some; usable ones count
};

// The first proposals are starts: seeds, drawn by energy without repetition, up to half of them;
// then draws from the prior. Later ones are children of individuals of the pool, chosen by
// energy, changed by an operator that the scheduler picks, and repaired into the domain; a share of
// starts goes on. A child keeps label and expected label of its parent; a conditional generator's
// child is expected to be what was asked for. What enters the pool is up to the strategy.
//
// Evaluation i has a random stream of its own, but parents are what was told before it was asked
// for: the same seed and the same sizes of Ask give the same sequence, other sizes another one.
// The first objective (default "margin") is the quality of an individual.
class PoolSearch : public Strategy {
 public:
  std::span<const std::string> objectives() const override { return objectives_; }
  Proposal Ask(std::size_t n) override;
  void Tell(const Evaluations& evaluations) override;
  std::string Save() const override;
  void Load(std::string_view state) override;

 protected:
  // Throws Error{kUsage} as Operators and ChooseDomain do.
  PoolSearch(const PoolRules& rules, const StrategyOptions& options, StrategyContext context);

  // Takes an evaluated individual into the pool, or lets it go. `parent`: its parent's place in the
  // pool when it was asked for; none for a start.
  virtual void Learn(PoolMember told, std::optional<std::size_t> parent) = 0;
  // The second latent for an operator on `pool_[first]`; FindSecond unless overridden.
  virtual SecondLatent Second(Partner kind, std::size_t first, Rng& rng) const;
  // After a Load has set the pool.
  virtual void Restore() {}

  std::size_t capacity() const { return capacity_; }
  const StrategyContext& context() const { return context_; }

  std::vector<PoolMember> pool_;

 private:
  struct Pending {
    Child child;
    std::vector<float> seed;
    std::optional<std::size_t> parent;
  };

  Pending Start(Rng& rng);
  Pending Breed(Rng& rng) const;
  void UpdateEnergies();
  PoolMember MakeMember(Pending pending, std::uint64_t evaluation,
                        std::span<const double> objectives, const Outcome& outcome) const;
  std::string Configuration() const;

  PoolRules rules_;
  StrategyOptions options_;
  StrategyContext context_;  // its seeds are those not yet proposed, the next one last
  std::size_t capacity_, starts_;
  std::vector<std::string> objectives_;
  const EnergyEntry& energy_;
  Operators operators_;
  Domain domain_;

  std::uint64_t next_ = 0;        // number of the next evaluation
  std::vector<double> energies_;  // of the pool
  std::vector<Pending> pending_;  // asked for but not told
};

}  // namespace latentfuzz
