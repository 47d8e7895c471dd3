#include <numeric>
#include <utility>

#include "latentfuzz/strategies/pareto/pareto.h"

namespace latentfuzz {
namespace {

std::size_t Winner(const Ranking& ranking, std::size_t a, std::size_t b, Rng& rng) {
  if (ranking.front[a] != ranking.front[b]) return ranking.front[a] < ranking.front[b] ? a : b;
  if (ranking.crowding[a] != ranking.crowding[b]) {
    return ranking.crowding[a] > ranking.crowding[b] ? a : b;
  }
  return rng.Flip(0.5) ? a : b;
}

}  // namespace

std::size_t Tournament(const Ranking& ranking, Rng& rng) {
  const std::size_t size = ranking.front.size();
  if (size < 2) return 0;
  const std::size_t a = rng.Below(size);
  std::size_t b = rng.Below(size - 1);
  if (b >= a) ++b;
  return Winner(ranking, a, b, rng);
}

std::vector<std::size_t> MatingPool(const Ranking& ranking, std::size_t count, Rng& rng) {
  const std::size_t size = ranking.front.size();
  if (size < 2) return std::vector<std::size_t>(count, 0);
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<std::size_t> pool;
  pool.reserve(count);
  while (pool.size() < count) {
    Shuffle(std::span(order), rng);
    for (std::size_t i = 0; i + 1 < size && pool.size() < count; i += 2) {
      pool.push_back(Winner(ranking, order[i], order[i + 1], rng));
    }
  }
  return pool;
}

}  // namespace latentfuzz
