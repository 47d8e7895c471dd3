#include <array>

#include "latentfuzz/strategies/mutators/mutator.h"
#include "latentfuzz/strategies/names.h"

namespace latentfuzz {
namespace mutators {

MutatorFunction Gaussian, Pcn, Polynomial, LabelFlip;
MutatorFunction Sbx, Slerp, UniformCrossover, OnePoint;
MutatorFunction Anchor, SparseRestore;

}  // namespace mutators

std::span<const MutatorEntry> MutatorTable() {
  using enum Partner;
  using enum Needs;
  using namespace mutators;
  static constexpr std::array kTable{
      MutatorEntry{"gaussian", "isotropic Gaussian step", kNone, kNothing, false, Gaussian},
      MutatorEntry{"pcn", "step that keeps the normal prior", kNone, kNormalPrior, true, Pcn},
      MutatorEntry{"polynomial", "bounded change of about one gene", kNone, kNothing, false,
                   Polynomial},
      MutatorEntry{"label_flip", "same latent, other label", kNone, kClasses, true, LabelFlip},
      MutatorEntry{"sbx", "simulated binary crossover", kParent, kNothing, false, Sbx},
      MutatorEntry{"slerp", "spherical blend of two parents", kParent, kNormalPrior, true, Slerp},
      MutatorEntry{"uniform_crossover", "each gene from either parent", kParent, kNothing, true,
                   UniformCrossover},
      MutatorEntry{"one_point", "head of one parent, tail of the other", kParent, kNothing, true,
                   OnePoint},
      MutatorEntry{"anchor", "step toward a latent of another class", kOtherClass, kNothing, false,
                   Anchor},
      MutatorEntry{"sparse_restore", "copy genes of the seed back", kSeed, kNothing, true,
                   SparseRestore},
  };
  return kTable;
}

const MutatorEntry& FindMutator(std::string_view name) {
  return FindByName(MutatorTable(), name, "mutator");
}

bool Usable(const MutatorEntry& mutator, const LatentSpace& space) {
  switch (mutator.needs) {
    case Needs::kNothing: return true;
    case Needs::kNormalPrior: return space.prior == Prior::kNormal;
    case Needs::kClasses: return space.classes >= 2;
  }
  return false;
}

}  // namespace latentfuzz
