#include <utility>
#include <vector>

#include "latentfuzz/strategies/roulette.h"
#include "latentfuzz/strategies/scheduler.h"

namespace latentfuzz {
namespace {

class WeightedScheduler : public Scheduler {
 public:
  explicit WeightedScheduler(std::vector<double> weights) : weights_(std::move(weights)) {}

  std::size_t Choose(std::span<const std::size_t> arms, Rng& rng) const override {
    std::vector<double> weights;
    for (const std::size_t arm : arms) weights.push_back(weights_[arm]);
    return arms[Roulette(weights, rng)];
  }
  void Credit(std::size_t, const Outcome&) override {}
  void EndRound() override {}
  void Save(StateWriter&) const override {}
  void Load(const StateReader&) override {}

 private:
  std::vector<double> weights_;
};

}  // namespace

std::unique_ptr<Scheduler> MakeWeightedScheduler(std::span<const double> weights) {
  return std::make_unique<WeightedScheduler>(std::vector<double>(weights.begin(), weights.end()));
}

}  // namespace latentfuzz
