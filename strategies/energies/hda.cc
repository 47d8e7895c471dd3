// Latent density times local vulnerability (Huang et al., "Hierarchical distribution-aware testing
// of deep learning", arXiv 2205.08589): what is likely in operation and near a decision boundary.
//
// Density is the prior's per gene: that of the whole latent would give one start nearly every draw.
// Vulnerability is 1 - margin, or 1 where the margin is not known yet.
#include <algorithm>
#include <cmath>

#include "latentfuzz/strategies/energies/energy.h"

namespace latentfuzz::energies {

std::vector<double> Hda(std::span<const Start> starts) {
  std::vector<double> energies;
  for (const Start& start : starts) {
    const double margin = std::isnan(start.margin) ? 0 : std::clamp(start.margin, 0.0, 1.0);
    energies.push_back(start.density * (1 - margin));
  }
  return energies;
}

}  // namespace latentfuzz::energies
