// Rare signatures first: an energy of one over the number of starts with the same signature (after
// the rare-path schedules of Böhme et al., "Coverage-based greybox fuzzing as Markov chain", CCS
// 2016). Each signature gets the same share of the draws.
#include <map>

#include "latentfuzz/strategies/energies/energy.h"

namespace latentfuzz::energies {

std::vector<double> Rarity(std::span<const Start> starts) {
  std::map<Signature, double> counts;
  for (const Start& start : starts) counts[start.signature] += 1;
  std::vector<double> energies;
  for (const Start& start : starts) energies.push_back(1 / counts[start.signature]);
  return energies;
}

}  // namespace latentfuzz::energies
