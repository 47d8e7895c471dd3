#include "latentfuzz/strategies/genai/rules.h"

#include <array>

namespace latentfuzz {
namespace {

constexpr GenaiRules Paper() {
  GenaiRules rules;
  rules.step.reset = 2;
  return rules;
}

constexpr GenaiRules Sound() {
  GenaiRules rules;
  rules.step.most = 0.5;
  return rules;
}

constexpr GenaiRules Sinvad() {
  GenaiRules rules;
  rules.population = 50;
  rules.kept = 20;
  rules.generations = 5000;
  rules.spread = 1.2;
  rules.step = {.initial = 0.1, .factor = 0.5, .tolerance = 1e-3, .least = 1e-3};
  rules.sparse = true;
  rules.ends_at_failure = false;
  return rules;
}

}  // namespace

std::span<const GenaiPreset> GenaiPresets() {
  using enum GenaiLimits;
  static constexpr std::array kPresets{
      GenaiPreset{"sound", 0, "wide", "probabilities", "margin", kTypical, Sound()},
      GenaiPreset{"paper", 100, "high", "logits", "margin", kObserved, Paper()},
      GenaiPreset{"sinvad", 100, "", "distance", "distance", kNone, Sinvad()},
  };
  return kPresets;
}

std::span<const GenaiStep> GenaiSteps() {
  static constexpr std::array kSteps{
      GenaiStep{"low", 1e-4},
      GenaiStep{"high", 1e-3},
      GenaiStep{"wide", 1e-2},
  };
  return kSteps;
}

}  // namespace latentfuzz
