#include "latentfuzz/strategies/genai/fitness.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "latentfuzz/strategies/names.h"

namespace latentfuzz {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const GenaiFitness& Find(std::string_view name) {
  return FindByName(GenaiFitnessTable(), name, "fitness");
}

TEST(GenaiFitness, MarginsAreTakenAsTheyAre) {
  for (const char* name : {"probabilities", "logits", "margin"}) {
    ASSERT_EQ(Find(name).objectives.size(), 1U) << name;
    EXPECT_EQ(Find(name).Of(std::array{-0.25}, 7), -0.25) << name;
  }
  EXPECT_EQ(Find("probabilities").objectives[0], "expected_margin");
  EXPECT_EQ(Find("logits").objectives[0], "expected_logit_margin");
  EXPECT_EQ(Find("margin").objectives[0], "margin");
}

// By hand: L1 distance 3, candidate 0.25, reference 0.75.
TEST(GenaiFitness, DistanceIsThatOfSinvadForAPair) {
  const GenaiFitness& fitness = Find("distance");
  ASSERT_EQ(fitness.objectives.size(), 2U);
  EXPECT_EQ(fitness.objectives[0], "reference_expected");
  EXPECT_EQ(fitness.objectives[1], "candidate_expected");
  EXPECT_EQ(fitness.Of(std::array{0.75, 0.25}, 3), 3 * (2 + 0.25 - 0.75));
  EXPECT_EQ(fitness.Of(std::array{0.75, 0.5}, 2), 2 * (2 + 0.5 - 0.75));
  EXPECT_TRUE(std::isinf(fitness.Of(std::array{0.75, 0.51}, 3)));
  // The seed itself would be the best of all, but it is no failure.
  EXPECT_TRUE(std::isinf(fitness.Of(std::array{1.0, 1.0}, 0)));
}

TEST(GenaiFitness, NanComesAfterAllOthers) {
  for (const GenaiFitness& each : GenaiFitnessTable()) {
    EXPECT_EQ(each.Of(std::array{kNan, kNan}, 1), std::numeric_limits<double>::infinity());
    EXPECT_FALSE(each.summary.empty());
  }
}

}  // namespace
}  // namespace latentfuzz
