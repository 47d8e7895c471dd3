// Every property rejects a mutator that was broken on purpose: a check that accepts everything is
// no check.
#include "properties.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace latentfuzz {
namespace {

using Function = MutatorFunction;

void Identity(std::span<float>, int&, const MutatorArgs&, Rng&) {}

// A crossover over [N, d] that cuts along the wrong axis.
void ClonePartner(std::span<float> latent, int&, const MutatorArgs& args, Rng&) {
  std::copy(args.partner.begin(), args.partner.end(), latent.begin());
}

void ChangesLabel(std::span<float> latent, int& label, const MutatorArgs&, Rng&) {
  latent[0] += 1;
  label = 3 - label;
}

void IgnoresPartner(std::span<float> latent, int&, const MutatorArgs&, Rng& rng) {
  for (float& gene : latent) gene += static_cast<float>(0.01 * rng.Normal());
}

// Copies all genes but one: a single gene of the parent is left.
void NearlyAllPartner(std::span<float> latent, int&, const MutatorArgs& args, Rng& rng) {
  const std::size_t kept = rng.Below(latent.size());
  for (std::size_t i = 0; i < latent.size(); ++i) {
    if (i != kept) latent[i] = args.partner[i];
  }
}

// Halfway between two draws: half the variance.
void Midpoint(std::span<float> latent, int&, const MutatorArgs& args, Rng&) {
  for (std::size_t i = 0; i < latent.size(); ++i) latent[i] = (latent[i] + args.partner[i]) / 2;
}

void Drifts(std::span<float> latent, int&, const MutatorArgs&, Rng&) {
  for (float& gene : latent) gene += 0.1F;
}

// Right on the average of all genes, wrong in each of two.
void MovesVariance(std::span<float> latent, int&, const MutatorArgs&, Rng&) {
  latent[0] *= std::sqrt(1.5F);
  latent[1] *= std::sqrt(0.5F);
}

// Mean and variance of the prior, but two values only.
void Signs(std::span<float> latent, int&, const MutatorArgs&, Rng&) {
  for (float& gene : latent) gene = gene > 0 ? 1.0F : -1.0F;
}

// A step without a limit.
void Overflows(std::span<float> latent, int&, const MutatorArgs& args, Rng& rng) {
  for (float& gene : latent) gene += static_cast<float>(args.step * rng.Normal());
}

// State of its own: what it does depends on who called before.
void RemembersCalls(std::span<float> latent, int&, const MutatorArgs&, Rng&) {
  static float calls = 0;
  latent[0] += ++calls;
}

struct Broken {
  const char* name;
  std::string (*violation)(const MutatorEntry& mutator);
  MutatorEntry mutator;
};

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.name; }

MutatorEntry Entry(Partner partner, Function* apply) {
  return {"broken", "", partner, Needs::kNothing, true, apply};
}

class BrokenMutator : public testing::TestWithParam<Broken> {};

TEST_P(BrokenMutator, IsRejected) { EXPECT_NE(GetParam().violation(GetParam().mutator), ""); }

INSTANTIATE_TEST_SUITE_P(
    All, BrokenMutator,
    testing::Values(
        Broken{"Identity", ChildDiffers, Entry(Partner::kNone, Identity)},
        Broken{"ClonePartner", ChildDiffers, Entry(Partner::kParent, ClonePartner)},
        Broken{"ChangesLabel", ChildDiffers, Entry(Partner::kNone, ChangesLabel)},
        Broken{"Overflows", StaysFinite, Entry(Partner::kNone, Overflows)},
        Broken{"CloneParentShares", SharesParents, Entry(Partner::kParent, Identity)},
        Broken{"IgnoresPartner", SharesParents, Entry(Partner::kParent, IgnoresPartner)},
        Broken{"ClonePartnerShares", SharesParents, Entry(Partner::kParent, ClonePartner)},
        Broken{"NearlyAllPartner", SharesParents, Entry(Partner::kSeed, NearlyAllPartner)},
        Broken{"Midpoint", KeepsPrior, Entry(Partner::kParent, Midpoint)},
        Broken{"Drifts", KeepsPrior, Entry(Partner::kNone, Drifts)},
        Broken{"MovesVariance", KeepsPrior, Entry(Partner::kNone, MovesVariance)},
        Broken{"Signs", KeepsPrior, Entry(Partner::kNone, Signs)},
        Broken{"RemembersCalls", Repeats, Entry(Partner::kNone, RemembersCalls)}),
    [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace latentfuzz
