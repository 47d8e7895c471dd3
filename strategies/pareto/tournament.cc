#include "latentfuzz/strategies/pareto/pareto.h"

namespace latentfuzz {

std::size_t Tournament(const Ranking& ranking, Rng& rng) {
  const std::size_t size = ranking.front.size();
  if (size < 2) return 0;
  const std::size_t a = rng.Below(size);
  std::size_t b = rng.Below(size - 1);
  if (b >= a) ++b;
  if (ranking.front[a] != ranking.front[b]) return ranking.front[a] < ranking.front[b] ? a : b;
  if (ranking.crowding[a] != ranking.crowding[b]) {
    return ranking.crowding[a] > ranking.crowding[b] ? a : b;
  }
  return rng.Flip(0.5) ? a : b;
}

}  // namespace latentfuzz
