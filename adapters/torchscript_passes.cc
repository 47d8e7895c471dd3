#include "latentfuzz/adapters/torchscript_passes.h"

#include <torch/csrc/jit/passes/freeze_module.h>
#include <torch/csrc/jit/passes/frozen_graph_optimizations.h>
#include <torch/script.h>

#include <algorithm>

namespace latentfuzz {
namespace {

namespace jit = torch::jit;

jit::Module Freeze(const jit::Module& module, const std::vector<std::string>& methods) {
  jit::Module frozen = jit::freeze_module(module, methods);
  for (const std::string& method : methods) {
    std::shared_ptr<jit::Graph> graph = frozen.get_method(method).graph();
    jit::OptimizeFrozenGraph(graph, /*optimize_numerics=*/true);
  }
  return frozen;
}

jit::Module OptimiseForInference(const jit::Module& module,
                                 const std::vector<std::string>& methods) {
  jit::Module frozen = Freeze(module, methods);
  std::vector<std::string> others = methods;
  std::erase(others, "forward");
  return jit::optimize_for_inference(frozen, others);
}

bool HasQuantizedNode(const jit::Block& block) {
  return std::any_of(block.nodes().begin(), block.nodes().end(), [](const jit::Node* node) {
    const std::string_view space = node->kind().ns().toUnqualString();
    return space == "quantized" ||
           std::any_of(node->blocks().begin(), node->blocks().end(),
                       [](const jit::Block* inner) { return HasQuantizedNode(*inner); });
  });
}

}  // namespace

std::span<const ModuleForm> ModuleForms() {
  static constexpr ModuleForm kForms[] = {
      {"optimize_for_inference", OptimiseForInference},
      {"freeze", Freeze},
  };
  return kForms;
}

bool IsQuantized(const torch::jit::Module& module) {
  for (const jit::Module& part : module.modules())
    for (const jit::Method& method : part.get_methods())
      if (HasQuantizedNode(*method.graph()->block())) return true;
  return false;
}

}  // namespace latentfuzz
