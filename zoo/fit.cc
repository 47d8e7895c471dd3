#include "latentfuzz/zoo/fit.h"

#include <fmt/core.h>
#include <torch/optim/adamw.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <numeric>
#include <span>
#include <vector>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/zoo/script_module.h"

namespace latentfuzz::zoo {
namespace {

constexpr double kWarmUp = 0.05;

double RateAt(double progress, double peak) {
  if (progress < kWarmUp) return peak * (progress / kWarmUp + 0.01);
  const double done = (progress - kWarmUp) / (1 - kWarmUp);
  return peak * 0.5 * (1 + std::cos(std::numbers::pi * done));
}

std::vector<std::size_t> Shuffled(std::size_t count, Rng& rng) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[rng.Below(i)]);
  return order;
}

Minibatch Gather(const LabelledImages& data, std::span<const std::size_t> rows,
                 const Augmentation& augmentation, Rng& rng) {
  ImageBatch images(rows.size(), data.images.shape);
  std::vector<int> labels;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Augment(data.images.image(rows[i]), images.shape, augmentation, rng, images.image(i));
    labels.push_back(data.labels[rows[i]]);
  }
  return {ToTensor(images), ToTensor(labels)};
}

void SetRate(torch::optim::AdamW& optimizer, double rate) {
  for (auto& group : optimizer.param_groups()) {
    static_cast<torch::optim::AdamWOptions&>(group.options()).lr(rate);
  }
}

std::vector<torch::Tensor> Parameters(const torch::jit::Module& module) {
  std::vector<torch::Tensor> parameters;
  for (const torch::Tensor& parameter : module.parameters()) parameters.push_back(parameter);
  return parameters;
}

}  // namespace

void Fit(torch::jit::Module& module, const LabelledImages& data, const FitOptions& options,
         const Loss& loss) {
  const auto start = std::chrono::steady_clock::now();
  torch::optim::AdamW optimizer(
      Parameters(module),
      torch::optim::AdamWOptions(options.learning_rate).weight_decay(options.weight_decay));
  const std::size_t steps = data.labels.size() / options.batch;
  const double total = static_cast<double>(steps) * options.epochs;
  std::uint64_t step = 0;
  for (int epoch = 0; epoch < options.epochs; ++epoch) {
    Rng rng(options.seed, StreamPurpose::kBreed, static_cast<std::uint64_t>(epoch));
    const std::vector<std::size_t> order = Shuffled(data.labels.size(), rng);
    double sum = 0;
    for (std::size_t i = 0; i < steps; ++i, ++step) {
      const auto rows = std::span(order).subspan(i * options.batch, options.batch);
      Minibatch batch = Gather(data, rows, options.augmentation, rng);
      batch.step = step;
      batch.progress = static_cast<double>(step) / total;
      SetRate(optimizer, RateAt(batch.progress, options.learning_rate));
      optimizer.zero_grad();
      const torch::Tensor value = loss(batch);
      value.backward();
      optimizer.step();
      sum += value.item<double>();
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    fmt::print("  epoch {}/{}  loss {:.4f}  {:.0f} s\n", epoch + 1, options.epochs,
               sum / static_cast<double>(steps), spent.count());
    std::fflush(stdout);
  }
}

}  // namespace latentfuzz::zoo
