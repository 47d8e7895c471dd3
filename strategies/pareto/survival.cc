#include <algorithm>

#include "latentfuzz/strategies/pareto/pareto.h"

namespace latentfuzz {

Survival SelectSurvivors(ObjectiveRows objectives, std::size_t count) {
  count = std::min(count, objectives.size());
  const std::vector<std::uint32_t> fronts = NonDominatedSort(objectives);
  std::vector<double> crowding(objectives.size());
  Survival result;
  result.survivors.reserve(count);
  for (std::vector<std::size_t>& front : GroupFronts(fronts)) {
    const std::size_t room = count - result.survivors.size();
    if (room == 0) break;
    AssignCrowding(objectives, front, crowding);
    if (front.size() > room) {
      std::sort(front.begin(), front.end(), [&](std::size_t a, std::size_t b) {
        return crowding[a] != crowding[b] ? crowding[a] > crowding[b] : a < b;
      });
      front.resize(room);
    }
    result.survivors.insert(result.survivors.end(), front.begin(), front.end());
  }
  std::sort(result.survivors.begin(), result.survivors.end());
  for (const std::size_t row : result.survivors) {
    result.ranking.front.push_back(fronts[row]);
    result.ranking.crowding.push_back(crowding[row]);
  }
  return result;
}

}  // namespace latentfuzz
