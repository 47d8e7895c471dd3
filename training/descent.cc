#include "latentfuzz/training/descent.h"

#include <torch/csrc/autograd/autograd.h>

#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

namespace latentfuzz::training {
namespace {

constexpr double kWarmUp = 0.05;

torch::optim::AdamWOptions AdamW(const DescentOptions& options) {
  return torch::optim::AdamWOptions(options.learning_rate)
      .weight_decay(options.weight_decay)
      .betas(std::make_tuple(options.beta1, options.beta2));
}

}  // namespace

Descent::Descent(std::vector<torch::Tensor> parameters, const DescentOptions& options)
    : parameters_(std::move(parameters)),
      learning_rate_(options.learning_rate),
      optimizer_(parameters_, AdamW(options)) {}

void Descent::Step(const torch::Tensor& loss, double rate) {
  const std::vector<torch::Tensor> gradients =
      torch::autograd::grad({loss}, parameters_, {}, c10::nullopt, false, /*allow_unused=*/true);
  for (std::size_t i = 0; i < gradients.size(); ++i) parameters_[i].mutable_grad() = gradients[i];
  for (auto& group : optimizer_.param_groups()) {
    static_cast<torch::optim::AdamWOptions&>(group.options()).lr(rate * learning_rate_);
  }
  optimizer_.step();
}

void Descent::Save(torch::serialize::OutputArchive* archive) const {
  WriteTensors("parameters", parameters_, archive);
  torch::serialize::OutputArchive moments(archive->compilation_unit());
  optimizer_.save(moments);
  archive->write("optimizer", moments);
}

void Descent::Load(torch::serialize::InputArchive* archive) {
  ReadTensors("parameters", parameters_, archive);
  torch::serialize::InputArchive moments;
  archive->read("optimizer", moments);
  optimizer_.state().clear();
  optimizer_.load(moments);
}

double CosineRate(double progress) {
  if (progress < kWarmUp) return progress / kWarmUp + 0.01;
  const double done = (progress - kWarmUp) / (1 - kWarmUp);
  return 0.5 * (1 + std::cos(std::numbers::pi * done));
}

void WriteTensors(const char* key, const std::vector<torch::Tensor>& tensors,
                  torch::serialize::OutputArchive* archive) {
  c10::List<torch::Tensor> list;
  for (const torch::Tensor& each : tensors) list.push_back(each.detach());
  archive->write(key, c10::IValue(list));
}

void ReadTensors(const char* key, const std::vector<torch::Tensor>& tensors,
                 torch::serialize::InputArchive* archive) {
  const torch::NoGradGuard no_grad;
  c10::IValue saved;
  archive->read(key, saved);
  const std::vector<torch::Tensor> values = saved.toTensorVector();
  TORCH_CHECK(values.size() == tensors.size(), "holds ", values.size(), " tensors of ",
              tensors.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    torch::Tensor tensor = tensors[i];
    tensor.copy_(values[i]);
  }
}

}  // namespace latentfuzz::training
