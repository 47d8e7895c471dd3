// Static post-training quantization of fashion-cnn: 8-bit weights, one scale a channel, and
// activations whose ranges were observed on training images.
#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/frontend/sugared_value.h>
#include <torch/script.h>

#include <memory>

#include "latentfuzz/training/card.h"
#include "latentfuzz/training/observer.h"
#include "latentfuzz/training/script_module.h"
#include "latentfuzz/zoo/fashion.h"
#include "latentfuzz/zoo/recipe.h"

namespace latentfuzz::zoo {

using namespace training;

namespace {

constexpr std::size_t kCalibrationImages = 2000;

// Activations that meet int8 weights keep to 7 bits: the sum of two products then fits the 16-bit
// accumulators of CPUs without VNNI, which saturate otherwise.
constexpr int kActivationLevels = 128;
constexpr int kLogitLevels = 256;

constexpr const char* kSource = R"(
def forward(self, x):
    x = torch.quantize_per_tensor(x, self.input_scale, self.input_zero, 13)
    x = quantized.conv2d_relu(x, self.conv1, self.conv1_scale, self.conv1_zero)
    x = torch.max_pool2d(x, [2, 2])
    x = quantized.conv2d_relu(x, self.conv2, self.conv2_scale, self.conv2_zero)
    x = torch.max_pool2d(x, [2, 2])
    x = quantized.conv2d_relu(x, self.conv3, self.conv3_scale, self.conv3_zero)
    x = torch.max_pool2d(x, [2, 2])
    x = quantized.linear(torch.flatten(x, 1), self.fc, self.fc_scale, self.fc_zero)
    return torch.dequantize(x)
)";

// Lets TorchScript source name the operators of the `quantized` namespace.
struct QuantizedResolver : torch::jit::Resolver {
  std::shared_ptr<torch::jit::SugaredValue> resolveValue(
      const std::string& name, torch::jit::GraphFunction& function,
      const torch::jit::SourceRange& at) override {
    if (name == "quantized") return std::make_shared<torch::jit::BuiltinModule>(name);
    return torch::jit::nativeResolver()->resolveValue(name, function, at);
  }
};

torch::Tensor QuantizeWeight(const torch::Tensor& weight) {
  const torch::Tensor scales =
      (weight.flatten(1).abs().amax(1).to(torch::kFloat64) / 127).clamp_min(1e-9);
  return torch::quantize_per_channel(weight, scales, torch::zeros_like(scales, torch::kInt64), 0,
                                     torch::kQInt8);
}

c10::IValue CallOperator(const char* name, torch::jit::Stack stack) {
  c10::Dispatcher::singleton().findSchemaOrThrow(name, "").callBoxed(&stack);
  return stack.front();
}

c10::IValue PackConvolution(const torch::Tensor& weight, const torch::Tensor& bias) {
  const std::vector<std::int64_t> one{1, 1};
  return CallOperator("quantized::conv2d_prepack",
                      {QuantizeWeight(weight), bias, one, one, one, std::int64_t{1}});
}

c10::IValue PackLinear(const torch::Tensor& weight, const torch::Tensor& bias) {
  return CallOperator("quantized::linear_prepack", {QuantizeWeight(weight), bias});
}

struct Stage {
  const char* method;  // of the float module
  const char* layer;
  c10::IValue (*pack)(const torch::Tensor& weight, const torch::Tensor& bias);
  int levels;  // of its output
};

constexpr Stage kStages[]{
    {"stage1", "conv1", PackConvolution, kActivationLevels},
    {"stage2", "conv2", PackConvolution, kActivationLevels},
    {"stage3", "conv3", PackConvolution, kActivationLevels},
    {"head", "fc", PackLinear, kLogitLevels},
};

AffineRange Observe(const torch::Tensor& activations, int levels) {
  const torch::Tensor flat = activations.contiguous();
  return ObserveRange({flat.data_ptr<float>(), static_cast<std::size_t>(flat.numel())}, levels);
}

void RegisterRange(torch::jit::Module& module, const std::string& name, const AffineRange& range) {
  module.register_attribute(name + "_scale", c10::FloatType::get(), range.scale);
  module.register_attribute(name + "_zero", c10::IntType::get(),
                            static_cast<std::int64_t>(range.zero_point));
}

torch::jit::Module Quantize(torch::jit::Module& net, torch::Tensor activations) {
  torch::jit::Module quantized("FashionCnnInt8");
  quantized.register_attribute("training", c10::BoolType::get(), false);
  RegisterRange(quantized, "input", Observe(activations, kActivationLevels));
  for (const Stage& stage : kStages) {
    const std::string layer = stage.layer;
    activations = CallInBatches(net, stage.method, {activations});
    RegisterRange(quantized, layer, Observe(activations, stage.levels));
    const c10::IValue packed =
        stage.pack(net.attr(layer + "_weight").toTensor(), net.attr(layer + "_bias").toTensor());
    quantized.register_attribute(layer, packed.type(), packed);
  }
  quantized.define(kSource, std::make_shared<QuantizedResolver>());
  return quantized;
}

}  // namespace

void QuantizeFashionCnn(const FashionData& data, const Settings& settings) {
  torch::jit::Module net = LoadModule(ModelPath(settings.out, "fashion-cnn"));
  torch::jit::Module quantized =
      Quantize(net, ToTensor(data.train.images.Slice(0, kCalibrationImages)));
  const auto path = ModelPath(settings.out, "fashion-cnn-int8");
  SaveModule(quantized, path);
  WriteCard(path, ClassifierCard("fashion-cnn after static int8 quantization.", FashionFacts(),
                                 FashionClasses(), "onednn"));
}

}  // namespace latentfuzz::zoo
