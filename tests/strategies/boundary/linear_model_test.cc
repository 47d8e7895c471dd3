#include "latentfuzz/strategies/boundary/linear_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "latentfuzz/strategies/boundary/vectors.h"

namespace latentfuzz {
namespace {

using testing::ElementsAre;
using testing::FloatNear;

TEST(LinearModel, UpdateByHand) {
  LinearModel model =
      LinearModel::Through(std::vector<float>{0, 0}, 1, std::vector<float>{2, 0}, 5);
  EXPECT_THAT(model.gradient, ElementsAre(2, 0));
  model.Update(std::vector<float>{2, 1}, 4);
  EXPECT_THAT(model.gradient, ElementsAre(2, -1));
  EXPECT_THAT(model.latent, ElementsAre(2, 1));
  EXPECT_EQ(model.value, 4);
}

TEST(LinearModel, LearnsALinearFunctionFromStepsAlongTheAxes) {
  const std::vector<float> slope{1, -2, 3, 0.5F};
  std::vector<float> z(4, 0.25F);
  LinearModel model{z, Dot(slope, z), std::vector<float>(4)};
  for (float& gene : z) {
    gene += 1;
    model.Update(z, Dot(slope, z));
  }
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(model.gradient[i], slope[i], 1e-5);
}

TEST(LinearModel, AStepOfNoLengthTeachesNothing) {
  LinearModel model{{1, 1}, 2, {3, 4}};
  model.Update(std::vector<float>{1, 1}, 7);
  EXPECT_THAT(model.gradient, ElementsAre(3, 4));
  EXPECT_FALSE((LinearModel{{1, 1}, 2, {0, 0}}.usable()));
  EXPECT_FALSE((LinearModel{{1, 1}, std::nan(""), {1, 0}}.usable()));
}

TEST(LinearModel, StepBackGoesToTheNearestZeroButNotFar) {
  const LinearModel model{{1, 1}, 10, {3, 4}};
  const Domain anywhere = Domain::None({.size = 2});
  EXPECT_THAT(StepBack(model, anywhere, 9),
              ElementsAre(FloatNear(-0.2F, 1e-6F), FloatNear(-0.6F, 1e-6F)));
  EXPECT_THAT(StepBack(model, anywhere, 1),
              ElementsAre(FloatNear(0.4F, 1e-6F), FloatNear(0.2F, 1e-6F)));
}

TEST(LinearModel, StepSidewaysKeepsToTheZeroSetAndTheDomain) {
  Rng rng(1, StreamPurpose::kTest);
  const Domain shell = Domain::Shell(20);
  for (int i = 0; i < 100; ++i) {
    LinearModel model{std::vector<float>(20), 0.1, std::vector<float>(20)};
    for (float& gene : model.latent) gene = static_cast<float>(rng.Normal());
    for (float& gene : model.gradient) gene = static_cast<float>(rng.Normal());
    const std::vector<float> z = StepSideways(model, shell, 1.5, rng);
    EXPECT_TRUE(shell.Contains(z));
    double predicted = model.value, squared = 0;
    for (std::size_t j = 0; j < 20; ++j) {
      predicted += static_cast<double>(model.gradient[j]) * (z[j] - model.latent[j]);
      squared += std::pow(z[j] - model.latent[j], 2);
    }
    EXPECT_NEAR(predicted, 0, 1e-4);
    EXPECT_GT(std::sqrt(squared), 0.75);
    EXPECT_LT(std::sqrt(squared), 2.25);
  }
}

// At one radius the zero set of a plane is two points.
TEST(LinearModel, InAPlaneTheRadiusIsFree) {
  Rng rng(1, StreamPurpose::kTest);
  const std::vector<float> z = StepSideways({{1, 0}, 0, {0, 1}}, Domain::Shell(2), 0.5, rng);
  EXPECT_NEAR(std::abs(z[0] - 1), 0.5, 1e-6);
  EXPECT_NEAR(z[1], 0, 1e-6);
}

TEST(LinearModel, ALineHasNoSide) {
  Rng rng(1, StreamPurpose::kTest);
  const Domain box = Domain::Box(-1, 1);
  EXPECT_THAT(StepSideways({{0.5F}, 0.2, {2}}, box, 0.5, rng), ElementsAre(FloatNear(0.4F, 1e-5F)));
}

}  // namespace
}  // namespace latentfuzz
