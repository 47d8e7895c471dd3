// Every start as likely.
#include "latentfuzz/strategies/energies/energy.h"

namespace latentfuzz::energies {

std::vector<double> Uniform(std::span<const Start> starts) {
  return std::vector<double>(starts.size(), 1.0);
}

}  // namespace latentfuzz::energies
