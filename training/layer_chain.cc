#include "latentfuzz/training/layer_chain.h"

#include <fmt/format.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/passes/freeze_module.h>
#include <torch/torch.h>

#include <algorithm>

#include "latentfuzz/base/error.h"

namespace latentfuzz::training {
namespace {

namespace jit = torch::jit;

// The arguments of one operator after the first, all constant.
class Arguments {
 public:
  Arguments(const jit::Node& node, const std::string& file) : node_(node), file_(file) {}

  [[noreturn]] void Refuse(const std::string& why) const {
    throw Error(ErrorKind::kSetup,
                fmt::format("{}: cannot quantize {}: {}", file_, node_.kind().toQualString(), why),
                "quantize a model made by `latentfuzz train classifier`: a chain of 2D "
                "convolutions and linear layers with ReLU, max pooling and flattening");
  }

  torch::Tensor Tensor(std::size_t index) const {
    const c10::IValue value = Constant(index);
    if (!value.isTensor()) Refuse("a weight or a bias is missing");
    return value.toTensor().detach();
  }
  std::vector<std::int64_t> Numbers(std::size_t index) const {
    const c10::IValue value = Constant(index);
    if (!value.isIntList()) Refuse("its arguments are no lists of numbers");
    return value.toIntVector();
  }
  std::int64_t Number(std::size_t index) const { return Constant(index).toInt(); }
  bool Flag(std::size_t index) const { return Constant(index).toBool(); }

 private:
  c10::IValue Constant(std::size_t index) const {
    const auto value = jit::toIValue(node_.input(index));
    if (!value) Refuse("its arguments are computed");
    return *value;
  }

  const jit::Node& node_;
  const std::string& file_;
};

using Chain = std::vector<ChainLayer>;

void AddConvolution(const Arguments& arguments, Chain* chain) {
  chain->push_back({.kind = LayerKind::kConvolution,
                    .weight = arguments.Tensor(1),
                    .bias = arguments.Tensor(2),
                    .stride = arguments.Numbers(3),
                    .padding = arguments.Numbers(4),
                    .dilation = arguments.Numbers(5),
                    .groups = arguments.Number(6)});
}

void AddLinear(const Arguments& arguments, Chain* chain) {
  chain->push_back(
      {.kind = LayerKind::kLinear, .weight = arguments.Tensor(1), .bias = arguments.Tensor(2)});
}

void AddRelu(const Arguments& arguments, Chain* chain) {
  if (chain->empty() || !chain->back().weighted()) {
    arguments.Refuse("it follows neither a convolution nor a linear layer");
  }
  chain->back().relu = true;
}

void AddMaxPool(const Arguments& arguments, Chain* chain) {
  if (arguments.Flag(5)) arguments.Refuse("it rounds sizes up");
  ChainLayer layer{.kind = LayerKind::kMaxPool,
                   .weight = {},
                   .kernel = arguments.Numbers(1),
                   .stride = arguments.Numbers(2),
                   .padding = arguments.Numbers(3),
                   .dilation = arguments.Numbers(4)};
  if (layer.stride.empty()) layer.stride = layer.kernel;
  chain->push_back(layer);
}

void AddFlatten(const Arguments& arguments, Chain* chain) {
  const std::int64_t last = arguments.Number(2);
  if (arguments.Number(1) != 1 || (last != -1 && last != 3)) {
    arguments.Refuse("it flattens other dimensions than all of an image");
  }
  chain->push_back({.kind = LayerKind::kFlatten, .weight = {}});
}

struct Reader {
  const char* name;
  void (*add)(const Arguments& arguments, Chain* chain);
};
constexpr Reader kReaders[]{{"aten::conv2d", AddConvolution},
                            {"aten::linear", AddLinear},
                            {"aten::relu", AddRelu},
                            {"aten::max_pool2d", AddMaxPool},
                            {"aten::flatten", AddFlatten}};

void AddNode(const jit::Node& node, const jit::Value* x, const std::string& file, Chain* chain) {
  const Arguments arguments(node, file);
  const auto* reader = std::find_if(std::begin(kReaders), std::end(kReaders), [&](const Reader& r) {
    return node.kind() == c10::Symbol::fromQualString(r.name);
  });
  if (reader == std::end(kReaders)) arguments.Refuse("unknown operator");
  if (node.inputs().empty() || node.input(0) != x) arguments.Refuse("layers form no chain");
  reader->add(arguments, chain);
}

}  // namespace

torch::Tensor ChainLayer::Apply(const torch::Tensor& x) const {
  const auto linear = [&] {
    return kind == LayerKind::kLinear
               ? torch::linear(x, weight, bias)
               : torch::conv2d(x, weight, bias, stride, padding, dilation, groups);
  };
  if (weighted()) return relu ? torch::relu(linear()) : linear();
  if (kind == LayerKind::kFlatten) return torch::flatten(x, 1);
  return torch::max_pool2d(x, kernel, stride, padding, dilation);
}

std::vector<ChainLayer> ReadChain(const torch::jit::Module& module, const std::string& file) {
  const jit::Module frozen = jit::freeze_module(module);
  const auto graph = frozen.get_method("forward").graph();
  Chain chain;
  const jit::Value* x = graph->inputs().at(1);
  for (const jit::Node* node : graph->nodes()) {
    if (node->kind() == c10::prim::Constant) continue;
    AddNode(*node, x, file, &chain);
    x = node->output();
  }
  if (graph->outputs().size() != 1 || graph->outputs()[0] != x || chain.empty() ||
      !chain.back().weighted()) {
    throw Error(ErrorKind::kSetup, file + ": cannot quantize a model that does not end in a layer",
                "quantize a model made by `latentfuzz train classifier`");
  }
  return chain;
}

}  // namespace latentfuzz::training
