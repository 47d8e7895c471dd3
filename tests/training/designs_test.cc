// The networks that are trained: shapes, ranges and what must vary.
#include <gtest/gtest.h>
#include <torch/script.h>

#include <cmath>

#include "latentfuzz/training/classifier_design.h"
#include "latentfuzz/training/gan_design.h"
#include "latentfuzz/training/pyramid.h"
#include "latentfuzz/training/rectified_flow.h"
#include "latentfuzz/training/rectified_flow_design.h"
#include "latentfuzz/training/script_module.h"
#include "latentfuzz/training/vae.h"
#include "latentfuzz/training/vae_design.h"

namespace latentfuzz::training {
namespace {

torch::Tensor Images(const ImageShape& shape, std::int64_t count) {
  return torch::sigmoid(
      StandardNormal({count, shape.channels, shape.height, shape.width}, /*seed=*/5));
}

void CheckVae(const ModuleDesign& design, const ImageShape& shape, int latent) {
  SCOPED_TRACE(shape.ToString());
  torch::jit::Module vae = BuildModule("Vae", design, 1);
  EXPECT_FALSE(vae.find_method("decode")) << "would take the place of forward";
  const torch::Tensor images = Images(shape, 3);
  const torch::Tensor z = Call(vae, "encode", images);
  EXPECT_EQ(z.sizes(), (std::vector<std::int64_t>{3, latent}));
  EXPECT_GT(z.std(0).min().item<double>(), 0) << "a latent that does not depend on the image";
  const torch::Tensor decoded = Call(vae, "forward", z);
  EXPECT_EQ(decoded.sizes(), images.sizes());
  EXPECT_GT(decoded.std(0).min().item<double>(), 0) << "a pixel that does not depend on the latent";
  EXPECT_GE(decoded.min().item<double>(), 0);
  EXPECT_LE(decoded.max().item<double>(), 1);
}

TEST(Designs, DenseVaesOfGreyImages) {
  for (const ImageShape& shape : {ImageShape{1, 28, 28}, {1, 8, 12}, {1, 33, 17}}) {
    CheckVae(DenseVae(shape, 6), shape, 6);
  }
}

TEST(Designs, ConvVaesOfPhotographs) {
  for (const ImageShape& shape : {ImageShape{3, 32, 32}, {3, 16, 24}, {3, 48, 64}, {3, 64, 64}}) {
    EXPECT_TRUE(ConvVaeFits(shape));
    CheckVae(ConvVae(shape, 10), shape, 10);
  }
}

TEST(Designs, ConvVaeSizes) {
  for (const ImageShape& shape :
       {ImageShape{3, 8, 8}, {3, 30, 32}, {3, 40, 40}, {3, 128, 128}, {3, 32, 20}}) {
    EXPECT_FALSE(ConvVaeFits(shape)) << shape.ToString();
  }
}

TEST(Designs, Gans) {
  for (const ImageShape& shape : {ImageShape{1, 28, 28}, {3, 32, 32}, {3, 8, 12}, {3, 64, 48}}) {
    SCOPED_TRACE(shape.ToString());
    ASSERT_TRUE(PyramidFits(shape));
    torch::jit::Module generator = BuildModule("Generator", GanGenerator(shape, 5, 3), 1);
    torch::jit::Module critic = BuildModule("Critic", GanCritic(shape, 3), 1);
    const torch::Tensor z = StandardNormal({4, 5}, 2);
    const auto labels = [](int each) { return torch::full({4}, each, torch::kInt64); };
    const torch::Tensor images = generator.forward({z, labels(0)}).toTensor();
    EXPECT_EQ(images.sizes(), Images(shape, 4).sizes());
    EXPECT_GT(images.std(0).min().item<double>(), 0) << "a pixel that does not depend on z";
    EXPECT_GE(images.min().item<double>(), 0);
    EXPECT_LE(images.max().item<double>(), 1);
    EXPECT_FALSE(images.allclose(generator.forward({z, labels(2)}).toTensor()));
    const torch::Tensor scores = critic.forward({images, labels(0)}).toTensor();
    EXPECT_EQ(scores.sizes(), (std::vector<std::int64_t>{4}));
    EXPECT_FALSE(scores.allclose(critic.forward({images, labels(1)}).toTensor()));
  }
}

TEST(Designs, Flows) {
  for (const ImageShape& shape : {ImageShape{1, 28, 28}, {3, 8, 12}, {3, 64, 48}}) {
    SCOPED_TRACE(shape.ToString());
    torch::jit::Module net = BuildModule("Flow", RectifiedFlow(shape, 3, {.steps = 2}), 1);
    const torch::Tensor x = Images(shape, 2);
    const torch::Tensor wanted = torch::eye(3).narrow(0, 0, 2), t = torch::tensor({0.25, 0.5});
    const torch::Tensor v = net.get_method("velocity")({x, t, wanted}).toTensor();
    EXPECT_EQ(v.sizes(), x.sizes());
    // It begins at the best linear guess for images of deviation 0.7: cov(v, x) / var(x).
    const torch::Tensor slope = (0.49 * t - (1 - t)) / (0.49 * t * t + (1 - t) * (1 - t));
    EXPECT_TRUE(v.allclose(slope.reshape({2, 1, 1, 1}) * x, 0, 1e-5));
    const torch::Tensor z = StandardNormal({2, static_cast<std::int64_t>(shape.pixels())}, 2);
    const torch::Tensor labels = torch::tensor({0, 2}, torch::kInt64);
    const torch::Tensor images = net.forward({z, labels}).toTensor();
    EXPECT_EQ(images.sizes(), x.sizes());
    EXPECT_GE(images.min().item<double>(), 0);
    EXPECT_LE(images.max().item<double>(), 1);
    EXPECT_EQ(net.get_method("encode")({images, labels}).toTensor().sizes(), z.sizes());
  }
}

TEST(Pyramid, Sizes) {
  for (const ImageShape& shape : {ImageShape{1, 4, 8}, {1, 30, 32}, {3, 36, 36}, {3, 72, 72}}) {
    EXPECT_FALSE(PyramidFits(shape)) << shape.ToString();
  }
}

TEST(Designs, Classifiers) {
  for (const ImageShape& shape : {ImageShape{1, 8, 8}, {1, 28, 28}, {3, 32, 32}, {3, 64, 48}}) {
    SCOPED_TRACE(shape.ToString());
    torch::jit::Module net = BuildModule("Classifier", ClassifierDesign(shape, 4), 1);
    const torch::Tensor images = Images(shape, 3);
    const torch::Tensor logits = Call(net, "forward", images);
    EXPECT_EQ(logits.sizes(), (std::vector<std::int64_t>{3, 4}));
    EXPECT_GT(logits.std(0).min().item<double>(), 0);
    const auto features = net.get_method("features")({images}).toTuple();
    ASSERT_EQ(features->elements().size(), 2U);
    EXPECT_EQ(features->elements()[1].toTensor().size(0), 3);
  }
}

// Each output of a transposed convolution of stride 2 and 4x4 weights sums a quarter of them.
TEST(Designs, TransposedWeightsKeepTheVariance) {
  torch::jit::Module net = BuildModule("Up", {{{"up", {64, 48, 4, 4}, 1, true}}, R"(
def forward(self, x):
    return torch.conv_transpose2d(x, self.up_weight, self.up_bias, [2, 2], [1, 1])
)"},
                                       1);
  const torch::Tensor up = Call(net, "forward", StandardNormal({4, 64, 8, 8}, 2));
  EXPECT_EQ(up.size(1), 48);
  const torch::Tensor inner = up.narrow(2, 2, 12).narrow(3, 2, 12);
  EXPECT_NEAR(inner.std().item<double>(), 1, 0.05);
}

// By hand: a VAE whose code is its one pixel's mean, posterior of variance 1, prior N(0, 1).
TEST(NegativeElbo, SumsFidelityAndDivergence) {
  torch::jit::Module net("ByHand");
  net.define(R"(
def posterior(self, x):
    x = torch.flatten(x, 1)
    return x, torch.zeros_like(x)

def decode_code(self, z):
    return torch.reshape(torch.full_like(z, 0.25), [-1, 1, 1, 1])

def latent_from_code(self, z):
    return z, torch.zeros_like(torch.sum(z, 1))
)");
  const torch::Tensor images = torch::full({2, 1, 1, 1}, 0.75);
  const torch::Tensor noise = StandardNormal({2, 1}, /*seed=*/9, /*index=*/4);
  const double kl = (0.5 * ((0.75 + noise).square() - noise.square())).mean().item<double>();
  const double fidelity = 0.5 * 10 * std::log(0.25);  // squared error (0.75 - 0.25)^2
  const VaeLoss loss{.seed = 9, .pixels = 10};
  EXPECT_NEAR(NegativeElbo(net, {images, {}, 1, 4}, loss).item<double>(), fidelity + kl, 1e-5);
  EXPECT_NEAR(NegativeElbo(net, {images, {}, 0, 4}, loss).item<double>(), fidelity, 1e-5)
      << "the KL term grows from 0";
}

TEST(NegativeElbo, ACriticPullsTowardsItsFeatures) {
  const ImageShape shape{3, 16, 16};
  torch::jit::Module net = BuildModule("Vae", ConvVae(shape, 4), 1);
  torch::jit::Module critic = BuildModule("Classifier", ClassifierDesign(shape, 3), 2);
  const Minibatch batch{Images(shape, 4), {}, 1, 0};
  const VaeLoss plain{.pixels = 768};
  const VaeLoss guided{.pixels = 768, .critic = &critic};
  const torch::Tensor with = NegativeElbo(net, batch, guided);
  EXPECT_NE(with.item<double>(), NegativeElbo(net, batch, plain).item<double>());
  with.backward();
  EXPECT_GT(net.attr("dec2_weight").toTensor().grad().abs().sum().item<double>(), 0);
}

}  // namespace
}  // namespace latentfuzz::training
