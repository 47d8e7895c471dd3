#include "latentfuzz/strategies/genai/step_rule.h"

#include <gtest/gtest.h>

#include <limits>

namespace latentfuzz {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(StepRule, DoublesWhereTheBestStagnatesAndIsResetWhereItImproves) {
  const StepRule rule{.initial = 0.25};
  double step = 0.25;
  step = rule.Next(step, 0.5, 0.5);
  EXPECT_EQ(step, 0.5);
  step = rule.Next(step, 0.5, 0.5);
  EXPECT_EQ(step, 1);
  step = rule.Next(step, 0.25, 0.5);
  EXPECT_EQ(step, 0.25);
  // The first generation may be worse than the seed: no stagnation.
  EXPECT_EQ(rule.Next(4, 0.75, 0.5), 0.25);
}

TEST(StepRule, ShrinksAndConvergesAsInSinvad) {
  const StepRule rule{.initial = 0.5, .factor = 0.5, .tolerance = 0.125, .least = 0.2};
  EXPECT_EQ(rule.Next(0.5, 1, 1.1), 0.25);
  EXPECT_EQ(rule.Next(0.25, 1, 1.1), 0.125);
  EXPECT_EQ(rule.Next(0.125, 1, 1.25), 0.5);
}

TEST(StepRule, InfiniteFitnessStagnates) {
  const StepRule rule{.initial = 1};
  EXPECT_EQ(rule.Next(1, kInf, kInf), 2);
  EXPECT_EQ(rule.Next(2, 0, kInf), 1);
  EXPECT_EQ(rule.Next(2, kInf, 0), 1);
}

}  // namespace
}  // namespace latentfuzz
