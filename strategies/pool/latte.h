// Latte: one step from a seed toward an anchor of another class.
#pragma once

#include <memory>

#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

// After Duan et al., "Latent anchor-driven test generation for deep neural networks" (Latte, arXiv
// 2606.04310): a latent of the pool is moved once, toward a latent that the reference puts in
// another class, and never again, so that every image stays one step from where it comes from. The
// length of the step is drawn anew each time (see the mutator "anchor"). The paper's generator is a
// VQ-VAE and its seeds real images; here it is any generator, and draws from the prior are seeds
// too: one proposal in ten, in place of the oldest of the pool (`population`, default 256). Presets
// and offspring have no effect.
std::unique_ptr<Strategy> MakeLatte(const StrategyOptions& options, StrategyContext context);

}  // namespace latentfuzz
