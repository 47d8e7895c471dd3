#include "latentfuzz/strategies/child.h"

#include "latentfuzz/strategies/prior.h"

namespace latentfuzz {

void Child::Expect(const LatentSpace& space, int inherited) {
  expected = space.classes > 0 ? label : inherited;
}

Child Child::FromPrior(const LatentSpace& space, Rng& rng) {
  Child child;
  child.latent.resize(space.size);
  DrawPrior(space, rng, child.latent);
  child.expected = child.label = DrawLabel(space, rng);
  child.provenance.origin = "prior";
  return child;
}

Child Child::FromSeed(const LatentSpace& space, const SeedLatent& seed, Rng& rng) {
  Child child{.latent = seed.latent, .label = SeedLabel(space, seed, rng)};
  child.Expect(space, seed.label);
  child.provenance.origin = seed.origin;
  return child;
}

}  // namespace latentfuzz
