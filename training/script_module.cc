#include "latentfuzz/training/script_module.h"

#include <ATen/Parallel.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <cmath>

#include "latentfuzz/base/error.h"
#include "latentfuzz/base/freed_memory.h"
#include "latentfuzz/base/rng.h"

namespace latentfuzz::training {
namespace {

constexpr std::uint64_t kNoiseIndex = std::uint64_t{1} << 41;  // apart from all other draws

std::int64_t Outputs(const LayerSpec& layer) { return layer.weight[layer.transposed ? 1 : 0]; }

torch::Tensor RandomWeight(const LayerSpec& layer, Rng& rng) {
  torch::Tensor weight = torch::empty(layer.weight, torch::kFloat32);
  const double reached = layer.transposed ? 4 : 1;
  const double fan_in = static_cast<double>(weight.numel() / Outputs(layer)) / reached;
  const double deviation = std::sqrt(layer.gain / fan_in);
  float* values = weight.data_ptr<float>();
  for (std::int64_t i = 0; i < weight.numel(); ++i) {
    values[i] = static_cast<float>(deviation * rng.Normal());
  }
  return weight;
}

}  // namespace

void PrepareTraining() {
  KeepFreedMemory();
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
  at::set_num_threads(1);
}

torch::jit::Module BuildModule(const std::string& name, const ModuleDesign& design,
                               std::uint64_t seed) {
  torch::jit::Module module(name);
  module.register_attribute("training", c10::BoolType::get(), false);
  for (std::size_t i = 0; i < design.layers.size(); ++i) {
    Rng rng(seed, StreamPurpose::kSeeds, i);
    const LayerSpec& layer = design.layers[i];
    module.register_parameter(layer.name + "_weight",
                              RandomWeight(layer, rng).set_requires_grad(true), false);
    module.register_parameter(layer.name + "_bias",
                              torch::zeros({Outputs(layer)}).set_requires_grad(true), false);
  }
  for (const auto& [setting, value] : design.settings) {
    module.register_attribute(setting, c10::FloatType::get(), value);
  }
  for (std::size_t i = 0; i < design.noise.size(); ++i) {
    module.register_attribute(design.noise[i].name, c10::TensorType::get(),
                              StandardNormal(design.noise[i].sizes, seed, kNoiseIndex + i));
  }
  module.define(design.source);
  return module;
}

torch::Tensor Call(torch::jit::Module& module, const std::string& method,
                   const torch::Tensor& input) {
  const torch::NoGradGuard no_grad;
  return module.get_method(method)({input}).toTensor();
}

torch::Tensor CallInBatches(torch::jit::Module& module, const std::string& method,
                            const std::vector<torch::Tensor>& inputs, std::int64_t batch) {
  const torch::NoGradGuard no_grad;
  const std::int64_t count = inputs.front().size(0);
  std::vector<torch::Tensor> results;
  for (std::int64_t begin = 0; begin < count; begin += batch) {
    std::vector<c10::IValue> part;
    for (const torch::Tensor& input : inputs) {
      part.emplace_back(input.narrow(0, begin, std::min(batch, count - begin)));
    }
    results.push_back(module.get_method(method)(part).toTensor());
  }
  return torch::cat(results);
}

torch::jit::Module LoadModule(const std::filesystem::path& path) {
  at::globalContext().setQEngine(at::QEngine::ONEDNN);
  try {
    return torch::jit::load(path.string());
  } catch (const c10::Error& error) {
    throw Error(ErrorKind::kSetup, path.string() + ": " + error.what_without_backtrace(),
                "Train this model first, or check --out.");
  }
}

void SaveModule(torch::jit::Module& module, const std::filesystem::path& path) {
  for (torch::Tensor parameter : module.parameters()) parameter.requires_grad_(false);
  try {
    module.save(path.string());
  } catch (const std::exception& error) {
    throw Error(ErrorKind::kIo, path.string() + ": " + error.what(),
                "Check that the folder exists, is writable and has space.");
  }
}

std::vector<torch::Tensor> Parameters(const torch::jit::Module& module) {
  std::vector<torch::Tensor> parameters;
  for (const torch::Tensor& parameter : module.parameters()) parameters.push_back(parameter);
  return parameters;
}

torch::Tensor ToTensor(const ImageBatch& images) {
  torch::Tensor tensor =
      torch::empty({static_cast<std::int64_t>(images.size()), images.shape.channels,
                    images.shape.height, images.shape.width});
  std::copy(images.values.begin(), images.values.end(), tensor.data_ptr<float>());
  return tensor;
}

torch::Tensor ToTensor(const std::vector<int>& labels) {
  return torch::tensor(labels, torch::kInt64);
}

torch::Tensor StandardNormal(at::IntArrayRef shape, std::uint64_t seed, std::uint64_t index) {
  Rng rng(seed, StreamPurpose::kPrior, index);
  torch::Tensor draws = torch::empty(shape);
  std::generate_n(draws.data_ptr<float>(), draws.numel(),
                  [&rng] { return static_cast<float>(rng.Normal()); });
  return draws;
}

}  // namespace latentfuzz::training
