#include "latentfuzz/training/gan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "latentfuzz/training/gan_design.h"
#include "latentfuzz/training/script_generator.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

constexpr ImageShape kShape{1, 8, 8};
constexpr int kLatent = 3, kClasses = 2;

// Classes told apart by brightness alone.
Minibatch Plain(std::uint64_t step) {
  const torch::Tensor labels = torch::arange(16, torch::kInt64) % kClasses;
  const torch::Tensor shade = 0.2 + 0.6 * labels.to(torch::kFloat32);
  return {shade.reshape({-1, 1, 1, 1}).expand({-1, 1, 8, 8}).contiguous(), labels, 0, step};
}

class GanTest : public ::testing::Test {
 protected:
  struct Nets {
    torch::jit::Module generator, critic;
    AdversarialLearner learner;

    explicit Nets(const GanOptions& options)
        : generator(Generator(1)),
          critic(BuildModule("Critic", GanCritic(kShape, kClasses), 2)),
          learner(generator, critic, Guide(), options) {}
    torch::Tensor Shades() {
      ScriptGenerator each{generator, kLatent, kClasses};
      return Draw(each, 64, 5).images.mean({1, 2, 3});
    }
  };
  static torch::jit::Module Generator(std::uint64_t seed) {
    return BuildModule("Generator", GanGenerator(kShape, kLatent, kClasses), seed);
  }
  // Takes dark images for class 1 and bright ones for class 0: the wrong way round.
  static torch::jit::Module Guide() {
    torch::jit::Module guide("Guide");
    guide.define(R"(
def forward(self, x):
    shade = torch.mean(torch.flatten(x, 1), [1], True)
    return torch.cat([shade, 1 - shade], 1) * 20
)");
    return guide;
  }

  GanOptions options_{.latent = kLatent};
};

TEST_F(GanTest, DrawsWhatItsClassLooksLike) {
  Nets nets(options_);
  const torch::Tensor labels = torch::arange(64, torch::kInt64) % kClasses;
  for (std::uint64_t step = 0; step < 200; ++step) nets.learner.Learn(Plain(step));
  const torch::Tensor error = (nets.Shades() - (0.2 + 0.6 * labels)).abs();
  EXPECT_LT(error.mean().item<double>(), 0.1);
}

TEST_F(GanTest, AGuideDrawsTowardsItsClasses) {
  options_.guidance = 100;
  Nets nets(options_);
  for (std::uint64_t step = 0; step < 60; ++step) nets.learner.Learn(Plain(step));
  const torch::Tensor shades = nets.Shades();
  EXPECT_GT(shades[0].item<double>(), shades[1].item<double>() + 0.3);
}

TEST_F(GanTest, OnlyTheCriticLearnsFromItsLoss) {
  options_.descent.learning_rate = 0;  // moments are kept, parameters stay
  Nets nets(options_);
  const torch::Tensor before = nets.critic.attr("conv1_weight").toTensor().detach().clone();
  nets.learner.Learn(Plain(0));
  EXPECT_TRUE(nets.critic.attr("conv1_weight").toTensor().equal(before));
  EXPECT_GT(nets.critic.attr("conv1_weight").toTensor().grad().abs().sum().item<double>(), 0);
  EXPECT_GT(nets.generator.attr("first_weight").toTensor().grad().abs().sum().item<double>(), 0);
}

TEST_F(GanTest, SavedAndLoadedGoesOnAsBefore) {
  Nets whole(options_), half(options_), rest(options_);
  for (std::uint64_t step = 0; step < 12; ++step) whole.learner.Learn(Plain(step));
  for (std::uint64_t step = 0; step < 5; ++step) half.learner.Learn(Plain(step));
  torch::serialize::OutputArchive saved;
  half.learner.Save(&saved);
  std::stringstream bytes;
  saved.save_to(bytes);
  torch::serialize::InputArchive loaded;
  loaded.load_from(bytes);
  rest.learner.Load(&loaded);
  for (std::uint64_t step = 5; step < 12; ++step) rest.learner.Learn(Plain(step));
  EXPECT_TRUE(whole.Shades().equal(rest.Shades()));
  EXPECT_FALSE(whole.Shades().equal(half.Shades()));
}

}  // namespace
}  // namespace latentfuzz::training
