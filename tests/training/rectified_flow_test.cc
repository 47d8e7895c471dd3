#include "latentfuzz/training/rectified_flow.h"

#include <gtest/gtest.h>

#include <cmath>

#include "latentfuzz/training/minimiser.h"
#include "latentfuzz/training/rectified_flow_design.h"
#include "latentfuzz/training/script_generator.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

constexpr ImageShape kShape{1, 8, 8};
constexpr int kClasses = 2;

torch::jit::Module Flow(const FlowSettings& settings) {
  return BuildModule("Flow", RectifiedFlow(kShape, kClasses, settings), 1);
}

// A network that knows each class's velocity: class 0 moves by -0.5 in all, class 1 by 1, no class
// by 0.
torch::jit::Module Constant() {
  torch::jit::Module net("Constant");
  net.define(R"(
def one_hot(self, labels):
    return torch.one_hot(labels, 2).to(torch.rand([1]))

def velocity(self, x, t, wanted):
    v = torch.narrow(wanted, 1, 1, 1) - 0.5 * torch.narrow(wanted, 1, 0, 1)
    return torch.zeros_like(x) + torch.reshape(v, [-1, 1, 1, 1])
)");
  return net;
}

TEST(FlowMatchingLoss, ByHand) {
  torch::jit::Module net = Constant();
  const torch::Tensor images = torch::full({4, 1, 1, 1}, 0.75);  // 0.5 between -1 and 1
  const torch::Tensor labels = torch::tensor({0, 1, 1, 0}, torch::kInt64);
  const torch::Tensor noise = StandardNormal({4, 1, 1, 1}, /*seed=*/3, /*index=*/9);
  const torch::Tensor wanted = torch::tensor({-0.5, 1.0, 1.0, -0.5}).reshape({4, 1, 1, 1});
  const Minibatch batch{images, labels, 0, 9};
  EXPECT_NEAR(FlowMatchingLoss(net, batch, {.seed = 3, .dropped = 0}).item<double>(),
              (wanted - (0.5 - noise)).square().mean().item<double>(), 1e-5);
  EXPECT_NEAR(FlowMatchingLoss(net, batch, {.seed = 3, .dropped = 1}).item<double>(),
              (0.5 - noise).square().mean().item<double>(), 1e-5)
      << "classes are hidden";
}

// Bright images of class 1, dark ones of class 0, with one pixel that differs.
Minibatch Plain(std::uint64_t step, double progress) {
  const torch::Tensor labels = torch::arange(16, torch::kInt64) % kClasses;
  torch::Tensor images =
      (0.2 + 0.6 * labels.to(torch::kFloat32)).reshape({-1, 1, 1, 1}).repeat({1, 1, 8, 8});
  images.select(2, 3).select(2, 3).select(0, static_cast<std::int64_t>(step % 16)).fill_(0.5);
  return {images, labels, progress, step};
}

// Trained once for all its tests.
class TrainedFlow : public ::testing::Test {
 protected:
  static torch::jit::Module Train() {
    torch::jit::Module net = Flow({.steps = 4, .guidance = 1.5});
    const auto loss = [&net](const Minibatch& batch) {
      return FlowMatchingLoss(net, batch, {.seed = 1});
    };
    Minimiser learner(net, loss, {.learning_rate = 3e-3});
    for (std::uint64_t step = 0; step < kSteps; ++step) {
      learner.Learn(Plain(step, static_cast<double>(step) / kSteps));
    }
    return net;
  }
  static const torch::jit::Module& Trained() {
    static const torch::jit::Module net = Train();
    return net;
  }

  static constexpr std::uint64_t kSteps = 250;
  ScriptGenerator generator_{Trained().clone(), 64, kClasses};
};

TEST_F(TrainedFlow, DrawsAndEncodesItsClasses) {
  const Draws draws = Draw(generator_, 32, 7);
  const torch::Tensor wanted = 0.2 + 0.6 * draws.labels.to(torch::kFloat32);
  EXPECT_LT((draws.images.mean({1, 2, 3}) - wanted).abs().mean().item<double>(), 0.08);

  const Minibatch real = Plain(0, 0);
  const torch::Tensor z = generator_.Encode(real.images, real.labels);
  EXPECT_EQ(z.sizes(), (std::vector<std::int64_t>{16, 64}));
  const torch::Tensor back = generator_.Decode(z, real.labels);
  EXPECT_LT((back - real.images).square().mean().sqrt().item<double>(), 0.06);
  // On the shell of the prior, so that a search can begin there.
  EXPECT_NEAR(z.norm(2, 1).mean().item<double>(), 8, 2.5);
}

TEST_F(TrainedFlow, SettingsChangeWhatIsDecoded) {
  const torch::Tensor before = Draw(generator_, 8, 7).images;
  generator_.module.setattr("steps", 12.0);
  const torch::Tensor more = Draw(generator_, 8, 7).images;
  EXPECT_FALSE(before.allclose(more, 0, 1e-3));
  generator_.module.setattr("guidance", 4.0);
  EXPECT_FALSE(more.allclose(Draw(generator_, 8, 7).images, 0, 1e-3));
}

}  // namespace
}  // namespace latentfuzz::training
