// NSGA-II as an ask/tell strategy, over any objectives.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/strategies/breeder.h"
#include "latentfuzz/strategies/hash_set.h"
#include "latentfuzz/strategies/pareto/pareto.h"
#include "latentfuzz/strategies/population.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

struct Nsga2Settings {
  std::string name;  // of the strategy, in saved states
  std::vector<std::string> objectives;
  // Whether the last of them is a violation to be kept at 0 (ObjectiveRows::constrained).
  bool constrained = false;
  std::size_t population = 0;
  std::size_t offspring = 0;
  bool use_seeds = false;
  // Share of the offspring that are fresh draws from the prior: random immigrants (Grefenstette,
  // "Genetic algorithms for changing environments", PPSN 2, 1992). Objectives that move while the
  // search goes on, as diversity does, make an elitist population settle where it began.
  double immigrants = 0;
  BreedingRules breeding;
  std::string scheduler;           // a row of the scheduler table
  std::string energy = "uniform";  // a row of the energy table: which seeds are drawn
  Domain domain;                   // of every latent but the seeds
};

// Deb et al., "A fast and elitist multiobjective genetic algorithm: NSGA-II", IEEE TEVC 6(2),
// 2002, with three differences. A child is bred alone, from a pair of its own: of a crossover's two
// children one is made. An exact copy of a latent of the population or of this generation is bred
// again (a draw from the prior takes its place after 32 tries). Rows with a NaN come last.
//
// The first generation is `population` draws from the prior; with `use_seeds`, up to half of them
// are seeds, drawn without repetition and proposed first, as they are. Evaluation i has a random
// stream of its own and learning happens between generations only: what is proposed does not
// depend on how it was asked for.
class Nsga2 : public Strategy {
 public:
  // Throws Error{kUsage} as Breeder does and for an unknown scheduler.
  Nsga2(Nsga2Settings settings, StrategyContext context);

  std::span<const std::string> objectives() const override { return settings_.objectives; }
  // At most what is left of the generation.
  Proposal Ask(std::size_t n) override;
  void Tell(const Evaluations& evaluations) override;
  std::string Save() const override;
  void Load(std::string_view state) override;

  // The survivors of the latest full generation, their rank and their crowding distance; empty
  // before the first one is told.
  const Population& population() const { return population_; }
  const Ranking& ranking() const { return ranking_; }

 private:
  std::size_t GenerationSize() const;
  Child Begin(std::uint64_t evaluation) const;
  Child DrawFromPrior(Rng& rng) const;
  Child Propose(std::uint64_t evaluation);
  void Advance();
  void ChooseMates();
  void Remember(const LatentBatch& latents);
  std::string Configuration() const;

  Nsga2Settings settings_;
  LatentSpace space_;
  std::uint64_t seed_;
  Breeder breeder_;

  std::uint64_t generation_ = 0;
  std::uint64_t next_ = 0;         // number of the next evaluation
  std::vector<SeedLatent> seeds_;  // of generation 0; empty later
  Population population_;
  Ranking ranking_;                  // of population_
  std::vector<std::size_t> mates_;   // of this generation: two rows of population_ for each child
  Population offspring_;             // of this generation; the latents asked for but not told last
  std::vector<Provenance> pending_;  // of these latents
  HashSet seen_;                     // latents of population_ and offspring_
  Population spare_;                 // memory for the next population
};

}  // namespace latentfuzz
