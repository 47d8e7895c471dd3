#include "latentfuzz/strategies/pool/random_walk.h"

#include <array>
#include <utility>

#include "latentfuzz/strategies/pool/pool_search.h"

namespace latentfuzz {
namespace {

constexpr std::array<std::string_view, 3> kMutators{"gaussian", "pcn", "polynomial"};

class RandomWalk : public PoolSearch {
 public:
  RandomWalk(const StrategyOptions& options, StrategyContext context)
      : PoolSearch({"random_walk", 256, 256, 0, kMutators}, options, std::move(context)) {}

 protected:
  void Learn(PoolMember told, std::optional<std::size_t> parent) override {
    if (parent) {
      pool_[*parent] = std::move(told);
    } else if (pool_.size() < capacity()) {
      pool_.push_back(std::move(told));
    }
  }
};

}  // namespace

std::unique_ptr<Strategy> MakeRandomWalk(const StrategyOptions& options, StrategyContext context) {
  return std::make_unique<RandomWalk>(options, std::move(context));
}

}  // namespace latentfuzz
