#include "latentfuzz/strategies/pool/map_elites.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "latentfuzz/strategies/pool/cell.h"
#include "latentfuzz/strategies/pool/pool_search.h"

namespace latentfuzz {
namespace {

constexpr std::array<std::string_view, 6> kMutators{
    "slerp", "uniform_crossover", "gaussian", "polynomial", "pcn", "anchor"};

// The labels of both classifiers, whichever gave which.
std::pair<int, int> Pair(const PoolMember& individual) {
  return std::minmax({individual.signature.reference_label, individual.signature.candidate_label});
}

class MapElites : public PoolSearch {
 public:
  MapElites(const StrategyOptions& options, StrategyContext context)
      : PoolSearch({"map_elites", 4096, 512, 0.05, kMutators}, options, context),
        grid_(context.space, context.seed) {}

 protected:
  void Learn(PoolMember told, std::optional<std::size_t>) override {
    if (std::isnan(told.quality)) return;
    const Cell cell = grid_.Of(told);
    const auto known = places_.find(cell);
    if (known != places_.end()) {
      PoolMember& elite = pool_[known->second];
      if (told.quality < elite.quality) elite = std::move(told);
      return;
    }
    if (pool_.size() < capacity()) {
      places_[cell] = pool_.size();
      pool_.push_back(std::move(told));
      return;
    }
    const auto worst = std::max_element(
        pool_.begin(), pool_.end(),
        [](const PoolMember& a, const PoolMember& b) { return a.quality < b.quality; });
    if (told.quality >= worst->quality) return;
    places_.erase(grid_.Of(*worst));
    places_[cell] = static_cast<std::size_t>(worst - pool_.begin());
    *worst = std::move(told);
  }

  // Crosses within a pair of labels: where both parents lie near the boundary of two classes, so
  // does, if it is nearly flat, what lies between them.
  SecondLatent Second(Partner kind, std::size_t first, Rng& rng) const override {
    if (kind != Partner::kParent) return PoolSearch::Second(kind, first, rng);
    std::vector<std::size_t> mates;
    for (std::size_t i = 0; i < pool_.size(); ++i) {
      if (i != first && Pair(pool_[i]) == Pair(pool_[first])) mates.push_back(i);
    }
    if (mates.empty()) return PoolSearch::Second(kind, first, rng);
    const PoolMember& mate = pool_[mates[rng.Below(mates.size())]];
    return {mate.latent, mate.evaluation};
  }

  void Restore() override {
    places_.clear();
    for (std::size_t i = 0; i < pool_.size(); ++i) places_[grid_.Of(pool_[i])] = i;
  }

 private:
  CellGrid grid_;
  std::map<Cell, std::size_t> places_;  // in the pool
};

}  // namespace

std::unique_ptr<Strategy> MakeMapElites(const StrategyOptions& options, StrategyContext context) {
  return std::make_unique<MapElites>(options, std::move(context));
}

}  // namespace latentfuzz
