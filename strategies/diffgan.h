// DiffGAN: NSGA-II over a generator's latent space for a pair of classifiers (arXiv 2410.19794).
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

// One row a preset.
//
// "sound" searches where the generator was trained: draws from the prior, up to half of the first
// generation seeds, children kept in the typical set of the prior, operators picked by the
// scheduler, and every child changed.
// "paper" is the published artefact: a box ([-1, 1]^d for a normal prior, a uniform prior's own
// bounds), 10 000 uniform draws, SBX with probability 0.9 and polynomial mutation of one individual
// in ten; it takes no seeds.
struct DiffganPreset {
  std::string_view name;
  std::size_t population;
  std::size_t offspring;
  double crossover_probability;
  double mutation_probability;
  double immigrants;  // share of the offspring that are fresh prior draws
  bool sound;
  std::span<const std::string_view> mutators;  // those that the space has no use for are left out
};

std::span<const DiffganPreset> DiffganPresets();

// Objectives "divergence" and "diversity", or those of the options; "sound" keeps the violation
// "implausibility" at 0 as well.
std::unique_ptr<Strategy> MakeDiffgan(const StrategyOptions& options, StrategyContext context);

}  // namespace latentfuzz
