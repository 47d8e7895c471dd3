// The same latent under another label, each of the others as likely.
#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz::mutators {

void LabelFlip(std::span<float>, int& label, const MutatorArgs& args, Rng& rng) {
  const bool labelled = label >= 0 && static_cast<std::size_t>(label) < args.classes;
  const std::size_t others = args.classes - (labelled ? 1 : 0);
  if (args.classes < 2) return;
  const int drawn = static_cast<int>(rng.Below(others));
  label = labelled && drawn >= label ? drawn + 1 : drawn;
}

}  // namespace latentfuzz::mutators
