// The newest first: an energy of 1 / (1 + number of younger starts).
#include <algorithm>
#include <numeric>

#include "latentfuzz/strategies/energies/energy.h"

namespace latentfuzz::energies {

std::vector<double> Recency(std::span<const Start> starts) {
  std::vector<std::size_t> order(starts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return starts[a].born > starts[b].born; });
  std::vector<double> energies(starts.size());
  for (std::size_t younger = 0; younger < order.size(); ++younger) {
    energies[order[younger]] = 1 / (1 + static_cast<double>(younger));
  }
  return energies;
}

}  // namespace latentfuzz::energies
