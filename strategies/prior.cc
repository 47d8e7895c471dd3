#include "latentfuzz/strategies/prior.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/mutators/genes.h"

namespace latentfuzz {
namespace {

std::string WhatIsWrong(const LatentSpace& space, const SeedLatent& seed) {
  if (seed.latent.size() != space.size) {
    return "has " + std::to_string(seed.latent.size()) + " values, the generator takes " +
           std::to_string(space.size);
  }
  const auto finite = [](float gene) { return std::isfinite(gene); };
  if (!std::all_of(seed.latent.begin(), seed.latent.end(), finite)) {
    return "holds a value that is not finite";
  }
  if (space.classes > 0 && seed.label >= static_cast<int>(space.classes)) {
    return "has label " + std::to_string(seed.label) + ", the generator has " +
           std::to_string(space.classes) + " classes";
  }
  return {};
}

}  // namespace

void DrawPrior(const LatentSpace& space, Rng& rng, std::span<float> latent) {
  if (space.prior == Prior::kNormal) {
    const auto psi = static_cast<float>(space.truncation);
    ForEachNormal(latent.size(), rng, [&](std::size_t i, float eps) { latent[i] = psi * eps; });
    return;
  }
  const double middle = space.middle();
  for (float& gene : latent) {
    const double drawn = rng.Uniform(space.low, space.high);
    gene = static_cast<float>(middle + space.truncation * (drawn - middle));
  }
}

int DrawLabel(const LatentSpace& space, Rng& rng) {
  return space.classes == 0 ? kNoLabel : static_cast<int>(rng.Below(space.classes));
}

int SeedLabel(const LatentSpace& space, const SeedLatent& seed, Rng& rng) {
  if (space.classes == 0) return kNoLabel;
  return seed.label >= 0 ? seed.label : DrawLabel(space, rng);
}

void CheckSpaceAndSeeds(const LatentSpace& space, std::span<const SeedLatent> seeds) {
  if (space.size == 0) {
    throw Error(ErrorKind::kUsage, "the latent space has size 0",
                "state the latent size in the generator's model card");
  }
  if (space.prior == Prior::kUniform && !(space.low < space.high)) {
    throw Error(ErrorKind::kUsage,
                "the bounds of the uniform prior are not an interval: [" +
                    std::to_string(space.low) + ", " + std::to_string(space.high) + "]",
                "correct the bounds in the generator's model card");
  }
  for (const SeedLatent& seed : seeds) {
    if (const std::string wrong = WhatIsWrong(space, seed); !wrong.empty()) {
      throw Error(ErrorKind::kData, "seed '" + seed.origin + "' " + wrong,
                  "leave it out, or use the generator it was made for");
    }
  }
}

}  // namespace latentfuzz
