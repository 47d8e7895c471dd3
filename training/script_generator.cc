#include "latentfuzz/training/script_generator.h"

#include <algorithm>
#include <vector>

#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

constexpr std::uint64_t kDrawIndex = std::uint64_t{1} << 40;  // apart from those of training steps

torch::Tensor CallWith(const ScriptGenerator& generator, const char* method,
                       const torch::Tensor& input, const torch::Tensor& labels) {
  torch::jit::Module module = generator.module;
  std::vector<torch::Tensor> inputs{input};
  if (generator.conditional()) inputs.push_back(labels);
  return CallInBatches(module, method, inputs);
}

}  // namespace

torch::Tensor ScriptGenerator::Decode(const torch::Tensor& latents, const torch::Tensor& labels) {
  return CallWith(*this, "forward", latents, labels);
}

torch::Tensor ScriptGenerator::Encode(const torch::Tensor& images, const torch::Tensor& labels) {
  return CallWith(*this, "encode", images, labels);
}

Draws Draw(ScriptGenerator& generator, std::int64_t count, std::uint64_t seed) {
  Draws draws;
  draws.latents = StandardNormal({count, generator.latent}, seed, kDrawIndex);
  draws.labels = torch::arange(count, torch::kInt64) % std::max(1, generator.classes);
  draws.images = generator.Decode(draws.latents, draws.labels);
  return draws;
}

}  // namespace latentfuzz::training
