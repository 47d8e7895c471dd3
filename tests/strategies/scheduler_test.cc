#include "latentfuzz/strategies/scheduler.h"

#include <gtest/gtest.h>

#include <vector>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

constexpr Outcome kNothing{};
constexpr Outcome kFinding{Verdict::kDisagree, {}, true, false};
constexpr Outcome kSignature{Verdict::kDisagree, {}, true, true};

std::vector<double> Shares(const Scheduler& scheduler, const std::vector<std::size_t>& arms) {
  constexpr int kDraws = 20000;
  Rng rng(1, StreamPurpose::kTest);
  std::vector<double> shares(4);
  for (int i = 0; i < kDraws; ++i) shares[scheduler.Choose(arms, rng)] += 1.0 / kDraws;
  return shares;
}

void Feed(Scheduler& scheduler, std::size_t arm, const Outcome& outcome, int times) {
  for (int i = 0; i < times; ++i) scheduler.Credit(arm, outcome);
}

TEST(UniformScheduler, EveryArmAsLikelyWhateverHappens) {
  const auto scheduler = MakeUniformScheduler(4);
  Feed(*scheduler, 2, kSignature, 100);
  scheduler->EndRound();
  const auto shares = Shares(*scheduler, {0, 1, 2, 3});
  for (const double share : shares) EXPECT_NEAR(share, 0.25, 0.02);
}

TEST(WeightedScheduler, InProportionToWeightWhateverHappens) {
  const std::vector<double> weights{1, 2, 6, 1};
  const auto scheduler = MakeWeightedScheduler(weights);
  Feed(*scheduler, 0, kSignature, 100);
  scheduler->EndRound();
  const auto shares = Shares(*scheduler, {0, 1, 2, 3});
  for (std::size_t arm = 0; arm < 4; ++arm) EXPECT_NEAR(shares[arm], weights[arm] / 10, 0.02);
  EXPECT_NEAR(Shares(*scheduler, {0, 2})[2], 6.0 / 7, 0.02);
}

TEST(AdaptiveScheduler, StartsUniformOverTheArmsGiven) {
  const auto shares = Shares(*MakeAdaptiveScheduler(4), {1, 3});
  EXPECT_EQ(shares[0] + shares[2], 0);
  EXPECT_NEAR(shares[1], 0.5, 0.02);
}

TEST(AdaptiveScheduler, PrefersYieldAndStarvesNoArm) {
  const auto scheduler = MakeAdaptiveScheduler(4);
  for (std::size_t arm = 0; arm < 4; ++arm) {
    Feed(*scheduler, arm, kNothing, 100000);
    Feed(*scheduler, arm, kFinding, arm == 2 ? 1000 : 0);
  }
  scheduler->EndRound();
  const auto shares = Shares(*scheduler, {0, 1, 2, 3});
  EXPECT_NEAR(shares[2], 0.8 + 0.05, 0.02);
  EXPECT_NEAR(shares[0], 0.05, 0.01);
}

TEST(AdaptiveScheduler, NewSignaturesCountMoreThanFindings) {
  const auto scheduler = MakeAdaptiveScheduler(4);
  for (const std::size_t arm : {0U, 1U}) Feed(*scheduler, arm, kNothing, 10000);
  Feed(*scheduler, 0, kFinding, 10);
  Feed(*scheduler, 1, kSignature, 10);
  scheduler->EndRound();
  const auto shares = Shares(*scheduler, {0, 1});
  EXPECT_NEAR(shares[1], 0.1 + 0.8 * 6 / 7, 0.03);
}

TEST(AdaptiveScheduler, LearnsBetweenRoundsOnly) {
  const auto scheduler = MakeAdaptiveScheduler(4);
  const auto before = Shares(*scheduler, {0, 1, 2, 3});
  for (std::size_t arm = 0; arm < 4; ++arm) {
    Feed(*scheduler, arm, arm == 0 ? kSignature : kNothing, 500);
  }
  EXPECT_EQ(Shares(*scheduler, {0, 1, 2, 3}), before);
  scheduler->EndRound();
  EXPECT_GT(Shares(*scheduler, {0, 1, 2, 3})[0], 0.5);
}

TEST(AdaptiveScheduler, ForgetsOldYield) {
  const auto scheduler = MakeAdaptiveScheduler(4);
  Feed(*scheduler, 0, kFinding, 500);
  scheduler->EndRound();
  for (int round = 0; round < 60; ++round) {
    for (std::size_t arm = 0; arm < 4; ++arm) Feed(*scheduler, arm, kNothing, 500);
    Feed(*scheduler, 1, kFinding, 50);
    scheduler->EndRound();
  }
  const auto shares = Shares(*scheduler, {0, 1, 2, 3});
  EXPECT_GT(shares[1], 4 * shares[0]);
}

TEST(AdaptiveScheduler, LoadedOneGoesOnAlike) {
  const auto scheduler = MakeAdaptiveScheduler(4);
  Feed(*scheduler, 0, kFinding, 3);
  scheduler->EndRound();
  Feed(*scheduler, 1, kSignature, 5);
  StateWriter writer("test", 1);
  scheduler->Save(writer);

  const auto loaded = MakeAdaptiveScheduler(4);
  const StateReader reader("test", 1, writer.Bytes());
  loaded->Load(reader);
  EXPECT_EQ(Shares(*loaded, {0, 1, 2, 3}), Shares(*scheduler, {0, 1, 2, 3}));
  loaded->EndRound();
  scheduler->EndRound();
  EXPECT_EQ(Shares(*loaded, {0, 1, 2, 3}), Shares(*scheduler, {0, 1, 2, 3}));
  EXPECT_THROW(MakeAdaptiveScheduler(5)->Load(reader), Error);
}

TEST(SchedulerTable, MakesEachRow) {
  for (const SchedulerEntry& entry : SchedulerTable()) {
    Rng rng(1, StreamPurpose::kTest);
    const std::vector<std::size_t> arms{2};
    EXPECT_EQ(entry.make(std::vector<double>{1, 1, 1})->Choose(arms, rng), 2U) << entry.name;
  }
}

}  // namespace
}  // namespace latentfuzz
