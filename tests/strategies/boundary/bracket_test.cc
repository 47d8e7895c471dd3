#include "latentfuzz/strategies/boundary/bracket.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace latentfuzz {
namespace {

using testing::ElementsAre;

const LatentSpace kBox{.size = 1, .prior = Prior::kUniform};

// Evaluations until |f| < 1e-3, between 0 and 1.
int Evaluations(const std::function<double(double)>& f) {
  const std::vector<float> zero{0}, one{1};
  Bracket bracket(zero, f(0), one, f(1));
  for (int i = 1; i < 100; ++i) {
    const std::vector<float> z = bracket.Next(kBox);
    const double value = f(static_cast<double>(z[0]));
    if (std::abs(value) < 1e-3) return i;
    bracket.Learn(z, value);
  }
  return 100;
}

TEST(Bracket, ALineTakesOneStep) {
  EXPECT_EQ(Evaluations([](double t) { return 0.7 - t; }), 1);
}

// Plain regula falsi keeps the end at 1 and takes dozens of steps.
TEST(Bracket, AStrongBendTakesFewSteps) {
  EXPECT_LE(Evaluations([](double t) { return 0.3 - std::pow(t, 8); }), 12);
}

TEST(Bracket, TheSecondStepByHand) {
  const std::vector<float> zero{0}, one{1};
  Bracket bracket(zero, 1, one, -3);
  EXPECT_THAT(bracket.Next(kBox), ElementsAre(0.25F));
  bracket.Learn(bracket.Next(kBox), 0.5);  // from 0.25: 0.75 * 0.5 / 3.5
  EXPECT_NEAR(bracket.Next(kBox)[0], 0.25 + 0.75 / 7, 1e-6);
  bracket.Learn(bracket.Next(kBox), 0.25);  // the end at 1 stayed twice and counts half
  const double from = 0.25 + 0.75 / 7;
  EXPECT_NEAR(bracket.Next(kBox)[0], from + (1 - from) * 0.25 / 1.75, 1e-6);
}

TEST(Bracket, NeverStandsStill) {
  const std::vector<float> zero{0}, one{1};
  EXPECT_THAT(Bracket(zero, 1e-300, one, -1).Next(kBox), ElementsAre(0.05F));
  EXPECT_THAT(Bracket(zero, 1, one, 0).Next(kBox), ElementsAre(0.95F));
}

TEST(Bracket, ModelStandsAtTheNearerEnd) {
  const std::vector<float> zero{0}, four{4};
  const LinearModel model = Bracket(zero, 3, four, -1).Model();
  EXPECT_THAT(model.latent, ElementsAre(4));
  EXPECT_EQ(model.value, -1);
  EXPECT_THAT(model.gradient, ElementsAre(-1));
}

}  // namespace
}  // namespace latentfuzz
