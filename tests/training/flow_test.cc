#include "latentfuzz/training/flow.h"

#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/script.h>

#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

constexpr FlowShape kShape{.size = 6, .couplings = 5, .hidden = 8};

// A flow far from the identity, in which every layer matters; in double precision, so that
// rounding does not hide an error.
torch::jit::Module MakeFlow() {
  std::vector<LayerSpec> layers = FlowLayers(kShape);
  for (LayerSpec& layer : layers) layer.gain = 4;
  torch::jit::Module flow = BuildModule("Flow", {layers, FlowSource(kShape)}, 7);
  flow.to(torch::kFloat64);
  return flow;
}

torch::Tensor Points(std::int64_t rows) {
  return torch::linspace(-2, 2, rows * kShape.size, torch::kFloat64)
             .reshape({rows, kShape.size})
             .sin() *
         2;
}

torch::Tensor ToLatent(torch::jit::Module& flow, const torch::Tensor& code) {
  return flow.get_method("latent_from_code")({code}).toTuple()->elements()[0].toTensor();
}

torch::Tensor LogDet(torch::jit::Module& flow, const torch::Tensor& code) {
  return flow.get_method("latent_from_code")({code}).toTuple()->elements()[1].toTensor();
}

TEST(Flow, TheTwoDirectionsAreInverse) {
  torch::jit::Module flow = MakeFlow();
  const torch::Tensor latent = Points(50);
  const torch::Tensor code = Call(flow, "code_from_latent", latent);
  EXPECT_GT((code - latent).abs().max().item<double>(), 0.5);
  EXPECT_LT((ToLatent(flow, code) - latent).abs().max().item<double>(), 1e-9);
}

TEST(Flow, LogDeterminantIsThatOfTheJacobian) {
  torch::jit::Module flow = MakeFlow();
  for (int row = 0; row < 4; ++row) {
    const torch::Tensor code = Points(4).narrow(0, row, 1).clone().set_requires_grad(true);
    const torch::Tensor latent = ToLatent(flow, code);
    std::vector<torch::Tensor> rows;
    for (std::int64_t i = 0; i < kShape.size; ++i) {
      rows.push_back(torch::autograd::grad({latent[0][i]}, {code}, {}, true)[0][0]);
    }
    const double expected = torch::linalg_det(torch::stack(rows)).abs().log().item<double>();
    EXPECT_NEAR(LogDet(flow, code).item<double>(), expected, 1e-9);
  }
}

TEST(Flow, EveryDimensionIsChanged) {
  torch::jit::Module flow = MakeFlow();
  const torch::Tensor latent = Points(50);
  const torch::Tensor moved = (Call(flow, "code_from_latent", latent) - latent).abs().amax(0);
  EXPECT_GT(moved.min().item<double>(), 0.01);
}

}  // namespace
}  // namespace latentfuzz::training
