#include "latentfuzz/strategies/pool/latte.h"

#include <algorithm>
#include <array>
#include <utility>

#include "latentfuzz/strategies/pool/pool_search.h"

namespace latentfuzz {
namespace {

constexpr std::array<std::string_view, 1> kMutators{"anchor"};

class Latte : public PoolSearch {
 public:
  Latte(const StrategyOptions& options, StrategyContext context)
      : PoolSearch({"latte", 256, 256, 0.1, kMutators}, options, std::move(context)) {}

 protected:
  void Learn(PoolMember told, std::optional<std::size_t> parent) override {
    if (parent) return;
    if (pool_.size() < capacity()) {
      pool_.push_back(std::move(told));
      return;
    }
    const auto oldest = std::min_element(
        pool_.begin(), pool_.end(),
        [](const PoolMember& a, const PoolMember& b) { return a.evaluation < b.evaluation; });
    *oldest = std::move(told);
  }
};

}  // namespace

std::unique_ptr<Strategy> MakeLatte(const StrategyOptions& options, StrategyContext context) {
  return std::make_unique<Latte>(options, std::move(context));
}

}  // namespace latentfuzz
