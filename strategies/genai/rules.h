// The search from one seed in numbers, and the presets that give them.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "latentfuzz/strategies/domain.h"
#include "latentfuzz/strategies/genai/fitness.h"
#include "latentfuzz/strategies/genai/step_rule.h"

namespace latentfuzz {

struct GenaiRules {
  std::size_t population = 25;
  std::size_t kept = 10;          // the best of a generation stay, and are the parents of the next
  std::size_t generations = 250;  // at most
  double spread = 0;              // step of the first generation; 0: the first step
  StepRule step;
  bool sparse = false;          // noise and genes of the seed: see Breed
  bool ends_at_failure = true;  // or goes on, for one of better fitness
  Domain domain = {};           // widened where the seed lies outside
  const GenaiFitness* fitness = nullptr;
};

// Where latents may lie.
enum class GenaiLimits {
  kObserved,  // each gene between the extremes of the seeds
  kTypical,   // the typical set of the prior
  kNone,
};

// One row a preset.
//
// "paper" is the artefact of the paper as it gave the published results: raw scores, a step that
// is reset to twice its first value and doubles without bound, a box.
// "sound" mends these, and begins with a wider step.
// "sinvad" is the differential form of SINVAD (Kang et al., ICSEW 2020): its first generation is
// wide enough to fail, and what follows comes closer to the seed in ever finer steps.
struct GenaiPreset {
  std::string_view name;
  std::size_t seeds;              // how many are searched from; 0: as many as the budget allows
  std::string_view step;          // of GenaiSteps(); empty: rules.step.initial
  std::string_view fitness;       // for a single classifier
  std::string_view pair_fitness;  // for a pair
  GenaiLimits limits;
  GenaiRules rules;  // lengths in standard deviations of the prior
};

std::span<const GenaiPreset> GenaiPresets();

// delta_init as a share of the range of the genes of the seeds: "low", "high", "wide".
struct GenaiStep {
  std::string_view name;
  double share;
};

std::span<const GenaiStep> GenaiSteps();

}  // namespace latentfuzz
