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
      MutatorEntry{"gaussian", "isotropic Gaussian step", kNone, kNothing, Gaussian},
      MutatorEntry{"pcn", "step that keeps the normal prior", kNone, kNormalPrior, Pcn},
      MutatorEntry{"polynomial", "bounded change of about one gene", kNone, kNothing, Polynomial},
      MutatorEntry{"label_flip", "same latent, other label", kNone, kClasses, LabelFlip},
      MutatorEntry{"sbx", "simulated binary crossover", kParent, kNothing, Sbx},
      MutatorEntry{"slerp", "spherical blend of two parents", kParent, kNormalPrior, Slerp},
      MutatorEntry{"uniform_crossover", "each gene from either parent", kParent, kNothing,
                   UniformCrossover},
      MutatorEntry{"one_point", "head of one parent, tail of the other", kParent, kNothing,
                   OnePoint},
      MutatorEntry{"anchor", "step toward a latent of another class", kOtherClass, kNothing,
                   Anchor},
      MutatorEntry{"sparse_restore", "copy genes of the seed back", kSeed, kNothing, SparseRestore},
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
