// From a preset and the options to the settings of the genetic search.
#include <algorithm>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/genai/genai.h"
#include "latentfuzz/strategies/names.h"

namespace latentfuzz {
namespace {

// Lengths in units of the latent.
GenaiRules Scaled(GenaiRules rules, double deviation) {
  rules.spread *= deviation;
  rules.step.initial *= deviation;
  rules.step.most *= deviation;
  rules.step.least *= deviation;
  return rules;
}

double StepShare(std::string_view name) {
  return name.empty() ? 0 : FindByName(GenaiSteps(), name, "step").share;
}

std::string Description(const StrategyOptions& options, std::string_view fitness) {
  return options.preset + ", population " + std::to_string(options.population) + ", step " +
         options.step + ", generations " + std::to_string(options.generations) + ", seeds " +
         std::to_string(options.seeds) + ", fitness " + std::string(fitness);
}

// The share of the population that is kept stays, as far as it can.
std::size_t KeptOf(std::size_t population, const GenaiRules& rules) {
  if (population < 2) {
    throw Error(ErrorKind::kUsage, "a population of 1 has no room for parents and children",
                "give --population 2 or more");
  }
  return std::clamp<std::size_t>(population * rules.kept / rules.population, 1, population - 1);
}

}  // namespace

std::unique_ptr<Strategy> MakeGenai(const StrategyOptions& options, StrategyContext context) {
  const GenaiPreset& preset = FindByName(GenaiPresets(), options.preset, "preset");
  const std::string_view usual = context.single ? preset.fitness : preset.pair_fitness;
  const std::string_view fitness = options.fitness.empty() ? usual : options.fitness;
  GenaiSettings settings{
      .description = Description(options, fitness),
      .rules = Scaled(preset.rules, Domain::Typical(context.space).deviation),
      .limits = preset.limits,
      .step_share = StepShare(options.step.empty() ? preset.step : options.step),
      .seeds = options.seeds > 0 ? options.seeds : preset.seeds,
  };
  settings.rules.fitness = &FindByName(GenaiFitnessTable(), fitness, "fitness");
  if (options.generations > SeedSearch::kMostGenerations) {
    throw Error(ErrorKind::kUsage,
                std::to_string(options.generations) + " generations are too many",
                "give --generations up to " + std::to_string(SeedSearch::kMostGenerations));
  }
  if (options.generations > 0) settings.rules.generations = options.generations;
  if (options.population > 0) {
    settings.rules.kept = KeptOf(options.population, preset.rules);
    settings.rules.population = options.population;
  }
  return std::make_unique<Genai>(std::move(settings), context);
}

}  // namespace latentfuzz
