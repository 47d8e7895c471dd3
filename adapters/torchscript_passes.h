// The forms a TorchScript module can be prepared in, fastest first.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace torch::jit {
struct Module;
}  // namespace torch::jit

namespace latentfuzz {

struct ModuleForm {
  std::string_view name;
  // A prepared copy in which `methods` (those of the module's that will be called) remain.
  // REQUIRES: evaluation mode. Throws Torch's exceptions.
  torch::jit::Module (*prepare)(const torch::jit::Module&, const std::vector<std::string>& methods);
};

// In order of preference. On the CPU, in images/s at batch 256 with one thread: a small CNN as
// shipped 2850, frozen 2330 to 2670, optimize_for_inference 11 800 (channels_last input changes
// none of them); fully connected nets and transposed convolutions run alike in every form.
std::span<const ModuleForm> ModuleForms();

// Whether a method, or one that it calls, has an operator of the quantized:: family.
bool IsQuantized(const torch::jit::Module& module);

}  // namespace latentfuzz
