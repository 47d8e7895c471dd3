#include <numeric>
#include <utility>
#include <vector>

#include "latentfuzz/strategies/roulette.h"
#include "latentfuzz/strategies/scheduler.h"

namespace latentfuzz {
namespace {

constexpr double kFindingReward = 1;
constexpr double kSignatureReward = 5;
constexpr double kFloor = 0.2;
constexpr double kMemory = 0.9;
constexpr double kPriorEvaluations = 50;

double Sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

class AdaptiveScheduler : public Scheduler {
 public:
  explicit AdaptiveScheduler(std::size_t arms)
      : evaluations_(arms),
        rewards_(arms),
        new_evaluations_(arms),
        new_rewards_(arms),
        yields_(arms) {}

  std::size_t Choose(std::span<const std::size_t> arms, Rng& rng) const override {
    if (rng.Flip(kFloor)) return arms[rng.Below(arms.size())];
    std::vector<double> yields;
    for (const std::size_t arm : arms) yields.push_back(yields_[arm]);
    return arms[Roulette(yields, rng)];
  }

  void Credit(std::size_t arm, const Outcome& outcome) override {
    new_evaluations_[arm] += 1;
    new_rewards_[arm] +=
        (outcome.finding ? kFindingReward : 0) + (outcome.new_signature ? kSignatureReward : 0);
  }

  void EndRound() override {
    Fold(evaluations_, new_evaluations_);
    Fold(rewards_, new_rewards_);
    UpdateYields();
  }

  void Save(StateWriter& writer) const override {
    writer.PutArray("scheduler.evaluations", evaluations_);
    writer.PutArray("scheduler.rewards", rewards_);
    writer.PutArray("scheduler.new_evaluations", new_evaluations_);
    writer.PutArray("scheduler.new_rewards", new_rewards_);
  }

  void Load(const StateReader& reader) override {
    const std::size_t arms = evaluations_.size();
    auto evaluations = reader.GetArray<double>("scheduler.evaluations", arms);
    auto rewards = reader.GetArray<double>("scheduler.rewards", arms);
    auto new_evaluations = reader.GetArray<double>("scheduler.new_evaluations", arms);
    auto new_rewards = reader.GetArray<double>("scheduler.new_rewards", arms);
    evaluations_ = std::move(evaluations);
    rewards_ = std::move(rewards);
    new_evaluations_ = std::move(new_evaluations);
    new_rewards_ = std::move(new_rewards);
    UpdateYields();
  }

 private:
  void UpdateYields() {
    const double all = Sum(evaluations_);
    const double mean = all > 0 ? Sum(rewards_) / all : 0;
    for (std::size_t arm = 0; arm < yields_.size(); ++arm) {
      yields_[arm] =
          (rewards_[arm] + kPriorEvaluations * mean) / (evaluations_[arm] + kPriorEvaluations);
    }
  }

  static void Fold(std::vector<double>& old, std::vector<double>& fresh) {
    for (std::size_t i = 0; i < old.size(); ++i) {
      old[i] = kMemory * old[i] + std::exchange(fresh[i], 0.0);
    }
  }

  std::vector<double> evaluations_, rewards_;          // of past rounds, faded
  std::vector<double> new_evaluations_, new_rewards_;  // of this round
  std::vector<double> yields_;
};

}  // namespace

std::unique_ptr<Scheduler> MakeAdaptiveScheduler(std::size_t arms) {
  return std::make_unique<AdaptiveScheduler>(arms);
}

}  // namespace latentfuzz
