#include "latentfuzz/strategies/diffgan.h"

#include <array>
#include <utility>

#include "latentfuzz/strategies/names.h"
#include "latentfuzz/strategies/nsga2.h"

namespace latentfuzz {
namespace {

constexpr std::array<std::string_view, 7> kSoundMutators{
    "sbx", "slerp", "uniform_crossover", "gaussian", "polynomial", "pcn", "anchor"};
constexpr std::array<std::string_view, 2> kPaperMutators{"sbx", "polynomial"};

constexpr double kPaperBound = 1;

LatentSpace AsBox(LatentSpace space) {
  if (space.prior == Prior::kNormal) {
    space.prior = Prior::kUniform;
    space.low = -kPaperBound;
    space.high = kPaperBound;
  }
  return space;
}

}  // namespace

std::span<const DiffganPreset> DiffganPresets() {
  static constexpr std::array kPresets{
      DiffganPreset{"sound", 256, 256, 0.9, 0.9, 0.25, true, kSoundMutators},
      DiffganPreset{"paper", 10000, 10000, 0.9, 0.1, 0, false, kPaperMutators},
  };
  return kPresets;
}

std::unique_ptr<Strategy> MakeDiffgan(const StrategyOptions& options, StrategyContext context) {
  const DiffganPreset& preset = FindByName(DiffganPresets(), options.preset, "preset");
  if (!preset.sound) context.space = AsBox(context.space);
  std::vector<std::string> objectives = options.objectives;
  if (objectives.empty()) objectives = {"divergence", "diversity"};
  if (preset.sound) objectives.emplace_back("implausibility");
  Nsga2Settings settings{
      .name = "diffgan",
      .objectives = std::move(objectives),
      .constrained = preset.sound,
      .population = options.population > 0 ? options.population : preset.population,
      .offspring = options.offspring > 0 ? options.offspring : preset.offspring,
      .use_seeds = preset.sound,
      .immigrants = options.immigrants.value_or(preset.immigrants),
      .breeding = {.crossover_probability = preset.crossover_probability,
                   .mutation_probability = preset.mutation_probability,
                   .always_change = preset.sound,
                   .vary_steps = preset.sound,
                   .mutators = ChooseMutators(options.mutators, preset.mutators, context.space)},
      .scheduler = options.scheduler,
      .energy = options.energy,
      .domain = ChooseDomain(options.domain, context.space, context.seeds)};
  return std::make_unique<Nsga2>(std::move(settings), std::move(context));
}

}  // namespace latentfuzz
