// What a user may ask of a strategy.
//
// VisitStrategyOptions is the single list of names and help texts: the keys of a strategy
// specification, the command-line flags, the TOML keys, the JSON echo in the statistics, the
// documentation and the name of a campaign all come from it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace latentfuzz {

struct StrategyOptions {
  std::string name = {};                   // a row of the strategy table; empty = DefaultStrategy()
  std::string preset = "sound";            // a preset of this strategy
  std::size_t population = 0;              // 0 = the preset's
  std::size_t offspring = 0;               // 0 = the preset's
  std::string scheduler = "adaptive";      // a row of the scheduler table
  std::vector<std::string> mutators = {};  // rows of the mutator table; empty = the preset's
  std::vector<std::string> objectives = {};  // to be minimised; empty = the strategy's own

  std::string energy = "uniform";  // a row of the energy table
  std::string domain = {};         // a row of the domain table; empty = what suits the prior
  double truncation = 1;           // psi of the truncation trick, in (0, 1]
  // Of diffgan, in [0, 1]: share of the offspring that are fresh draws; nullopt = the preset's.
  std::optional<double> immigrants = {};
  // Of genai; empty or 0 = the preset's.
  std::string step = {};        // a row of GenaiSteps()
  std::string fitness = {};     // a row of GenaiFitnessTable()
  std::size_t generations = 0;  // at most, from each seed
  std::size_t seeds = 0;        // to search from

  bool operator==(const StrategyOptions&) const = default;
};

// Calls visit(name, field, help) for each option but the name of the strategy.
template <typename Options, typename Visitor>
void VisitStrategyOptions(Options& o, Visitor&& visit) {
  visit("preset", o.preset,
        "'sound', 'paper' to reproduce the publication, or another one of the strategy");
  visit("population", o.population, "population size (0: the preset's)");
  visit("offspring", o.offspring, "offspring a generation (0: the preset's)");
  visit("scheduler", o.scheduler, "how mutators are picked: 'adaptive', 'uniform' or 'weighted'");
  visit("mutators", o.mutators,
        "mutators to pick from, as in sbx,gaussian or, weighted, sbx*3,gaussian (default: the "
        "preset's)");
  visit("objectives", o.objectives,
        "objectives to minimise, as in margin,diversity (default: the strategy's own)");
  visit("energy", o.energy,
        "which seeds and parents are preferred: 'uniform', 'recency', 'rarity' or 'hda'");
  visit("domain", o.domain,
        "where latents may lie: 'shell', 'box' or 'none' (default: what suits the prior)");
  visit("truncation", o.truncation,
        "psi in (0, 1]: shrinks draws from the prior, and their domain, toward the middle");
  visit("immigrants", o.immigrants,
        "share of diffgan's offspring that are fresh draws from the prior (default: the preset's)");
  visit("step", o.step, "first step of genai: 'low', 'high' or 'wide' (default: the preset's)");
  visit("fitness", o.fitness,
        "fitness of genai: 'probabilities', 'logits', 'margin' or 'distance' (default: the "
        "preset's)");
  visit("generations", o.generations, "generations of genai from a seed (0: the preset's)");
  visit("seeds", o.seeds, "seeds that genai searches from (0: the preset's)");
}

}  // namespace latentfuzz
