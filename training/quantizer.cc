#include "latentfuzz/training/quantizer.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/frontend/sugared_value.h>

#include <memory>
#include <string>

#include "latentfuzz/training/observer.h"

namespace latentfuzz::training {
namespace {

// Activations that meet int8 weights keep to 7 bits: the sum of two products then fits the 16-bit
// accumulators of CPUs without VNNI, which saturate otherwise.
constexpr int kActivationLevels = 128;
constexpr int kLogitLevels = 256;

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

c10::IValue Pack(const ChainLayer& layer) {
  const torch::Tensor weight = QuantizeWeight(layer.weight);
  if (layer.kind == LayerKind::kLinear) {
    return CallOperator("quantized::linear_prepack", {weight, layer.bias});
  }
  return CallOperator("quantized::conv2d_prepack", {weight, layer.bias, layer.stride, layer.padding,
                                                    layer.dilation, layer.groups});
}

void RegisterRange(torch::jit::Module& module, const std::string& name,
                   const torch::Tensor& activations, int levels) {
  const torch::Tensor flat = activations.contiguous();
  const AffineRange range =
      ObserveRange({flat.data_ptr<float>(), static_cast<std::size_t>(flat.numel())}, levels);
  module.register_attribute(name + "_scale", c10::FloatType::get(), range.scale);
  module.register_attribute(name + "_zero", c10::IntType::get(),
                            static_cast<std::int64_t>(range.zero_point));
}

std::string Source(const ChainLayer& layer, const std::string& name) {
  if (layer.weighted()) {
    return fmt::format("    x = quantized.{0}{1}(x, self.{2}, self.{2}_scale, self.{2}_zero)\n",
                       layer.kind == LayerKind::kLinear ? "linear" : "conv2d",
                       layer.relu ? "_relu" : "", name);
  }
  if (layer.kind == LayerKind::kFlatten) return "    x = torch.flatten(x, 1)\n";
  return fmt::format("    x = torch.max_pool2d(x, {}, {}, {}, {})\n", layer.kernel, layer.stride,
                     layer.padding, layer.dilation);
}

}  // namespace

torch::jit::Module QuantizeChain(const std::vector<ChainLayer>& chain,
                                 const torch::Tensor& images) {
  const torch::NoGradGuard no_grad;
  torch::jit::Module quantized("Int8Classifier");
  quantized.register_attribute("training", c10::BoolType::get(), false);
  RegisterRange(quantized, "input", images, kActivationLevels);
  std::string source =
      "\ndef forward(self, x):\n"
      "    x = torch.quantize_per_tensor(x, self.input_scale, self.input_zero, 13)\n";
  torch::Tensor activations = images;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const ChainLayer& layer = chain[i];
    const std::string name = fmt::format("layer{}", i);
    activations = layer.Apply(activations);
    source += Source(layer, name);
    if (!layer.weighted()) continue;
    RegisterRange(quantized, name, activations,
                  i + 1 == chain.size() ? kLogitLevels : kActivationLevels);
    const c10::IValue packed = Pack(layer);
    quantized.register_attribute(name, packed.type(), packed);
  }
  quantized.define(source + "    return torch.dequantize(x)\n",
                   std::make_shared<QuantizedResolver>());
  return quantized;
}

}  // namespace latentfuzz::training
