#include "latentfuzz/training/flow.h"

#include <fmt/core.h>

namespace latentfuzz::training {
namespace {

// Log-scales stay within (-1, 1), so that no coupling stretches a direction more than e-fold.
std::string CouplingSource(int index) {
  return fmt::format(R"(
def coupling{0}(self, fixed):
    h = torch.relu(torch.linear(fixed, self.flow{0}a_weight, self.flow{0}a_bias))
    h = torch.linear(h, self.flow{0}b_weight, self.flow{0}b_bias)
    log_scale, shift = torch.chunk(h, 2, 1)
    return torch.tanh(log_scale), shift
)",
                     index);
}

// Even couplings change b given a, odd ones a given b.
const char* Fixed(int index) { return index % 2 == 0 ? "a" : "b"; }
const char* Changed(int index) { return index % 2 == 0 ? "b" : "a"; }

}  // namespace

std::vector<LayerSpec> FlowLayers(const FlowShape& shape) {
  std::vector<LayerSpec> layers;
  for (int i = 0; i < shape.couplings; ++i) {
    const std::string name = fmt::format("flow{}", i);
    layers.push_back({name + "a", {shape.hidden, shape.size / 2}});
    layers.push_back({name + "b", {shape.size, shape.hidden}, 0.01});
  }
  return layers;
}

std::string FlowSource(const FlowShape& shape) {
  std::string source;
  std::string forward = "\ndef code_from_latent(self, u):\n    a, b = torch.chunk(u, 2, 1)\n";
  std::string inverse;
  for (int i = 0; i < shape.couplings; ++i) {
    source += CouplingSource(i);
    forward += fmt::format(
        "    log_scale, shift = self.coupling{0}({1})\n"
        "    {2} = {2} * torch.exp(log_scale) + shift\n",
        i, Fixed(i), Changed(i));
    inverse = fmt::format(
                  "    log_scale, shift = self.coupling{0}({1})\n"
                  "    {2} = ({2} - shift) * torch.exp(-log_scale)\n"
                  "    log_det = log_det - torch.sum(log_scale, 1)\n",
                  i, Fixed(i), Changed(i)) +
              inverse;
  }
  source += forward + "    return torch.cat([a, b], 1)\n";
  source +=
      "\ndef latent_from_code(self, z):\n"
      "    a, b = torch.chunk(z, 2, 1)\n"
      "    log_det = torch.zeros_like(torch.sum(z, 1))\n" +
      inverse + "    return torch.cat([a, b], 1), log_det\n";
  return source;
}

}  // namespace latentfuzz::training
