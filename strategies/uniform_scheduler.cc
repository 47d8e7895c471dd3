#include "latentfuzz/strategies/scheduler.h"

namespace latentfuzz {
namespace {

class UniformScheduler : public Scheduler {
 public:
  std::size_t Choose(std::span<const std::size_t> arms, Rng& rng) const override {
    return arms[rng.Below(arms.size())];
  }
  void Credit(std::size_t, const Outcome&) override {}
  void EndRound() override {}
  void Save(StateWriter&) const override {}
  void Load(const StateReader&) override {}
};

}  // namespace

std::unique_ptr<Scheduler> MakeUniformScheduler(std::size_t) {
  return std::make_unique<UniformScheduler>();
}

}  // namespace latentfuzz
