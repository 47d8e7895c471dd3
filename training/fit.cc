#include "latentfuzz/training/fit.h"

#include <fmt/core.h>
#include <torch/serialize.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

constexpr double kWarmUp = 0.05;

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double RateAt(double progress, double peak) {
  if (progress < kWarmUp) return peak * (progress / kWarmUp + 0.01);
  const double done = (progress - kWarmUp) / (1 - kWarmUp);
  return peak * 0.5 * (1 + std::cos(std::numbers::pi * done));
}

std::vector<std::size_t> InOrder(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

std::vector<std::size_t> Shuffled(std::size_t count, Rng& rng) {
  std::vector<std::size_t> order = InOrder(count);
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

std::string ParameterKey(std::size_t index) { return fmt::format("parameter{}", index); }

}  // namespace

Fit::Fit(const torch::jit::Module& module, const LabelledImages& data, const FitOptions& options,
         Loss loss)
    : parameters_(Parameters(module)),
      data_(data),
      options_(options),
      loss_(std::move(loss)),
      optimizer_(
          parameters_,
          torch::optim::AdamWOptions(options.learning_rate).weight_decay(options.weight_decay)) {
  options_.batch = std::min(options_.batch, data.labels.size());
}

std::optional<double> Fit::RunEpoch(const std::atomic<bool>* stop) {
  const std::size_t steps = Steps();
  const double total = static_cast<double>(steps) * options_.epochs;
  Rng rng(options_.seed, StreamPurpose::kBreed, static_cast<std::uint64_t>(epoch_));
  const std::vector<std::size_t> order = Shuffled(data_.labels.size(), rng);
  auto step = static_cast<std::uint64_t>(epoch_) * steps;
  double sum = 0;
  for (std::size_t i = 0; i < steps; ++i, ++step) {
    if (stop != nullptr && *stop) return std::nullopt;
    const auto rows = std::span(order).subspan(i * options_.batch, options_.batch);
    Minibatch batch = Gather(data_, rows, options_.augmentation, rng);
    batch.step = step;
    batch.progress = static_cast<double>(step) / total;
    SetRate(optimizer_, RateAt(batch.progress, options_.learning_rate));
    optimizer_.zero_grad();
    const torch::Tensor value = loss_(batch);
    value.backward();
    optimizer_.step();
    sum += value.item<double>();
  }
  ++epoch_;
  return sum / static_cast<double>(steps);
}

double Fit::MeasureEpoch() {
  constexpr std::size_t kWarmUpSteps = 4;  // the first calls compile the methods
  constexpr std::size_t kTimedSteps = 8;
  const std::vector<std::size_t> order = InOrder(options_.batch);
  Clock::time_point start;
  for (std::size_t i = 0; i < kWarmUpSteps + kTimedSteps; ++i) {
    if (i == kWarmUpSteps) start = Clock::now();
    Rng rng(options_.seed, StreamPurpose::kBreed);
    loss_(Gather(data_, order, options_.augmentation, rng)).backward();
  }
  const double seconds = SecondsSince(start);
  optimizer_.zero_grad();
  return seconds / static_cast<double>(kTimedSteps) * static_cast<double>(Steps());
}

void Fit::Save(torch::serialize::OutputArchive* archive) const {
  archive->write("epoch", std::int64_t{epoch_});
  archive->write("epochs", std::int64_t{options_.epochs});
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    archive->write(ParameterKey(i), parameters_[i].detach());
  }
  torch::serialize::OutputArchive moments(archive->compilation_unit());
  optimizer_.save(moments);
  archive->write("optimizer", moments);
}

void Fit::Load(torch::serialize::InputArchive* archive) {
  const torch::NoGradGuard no_grad;
  c10::IValue epoch, epochs;
  archive->read("epoch", epoch);
  archive->read("epochs", epochs);
  epoch_ = static_cast<int>(epoch.toInt());
  options_.epochs = static_cast<int>(epochs.toInt());
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    torch::Tensor saved;
    archive->read(ParameterKey(i), saved);
    parameters_[i].copy_(saved);
  }
  torch::serialize::InputArchive moments;
  archive->read("optimizer", moments);
  optimizer_.load(moments);
}

void FitAll(const torch::jit::Module& module, const LabelledImages& data, const FitOptions& options,
            const Loss& loss) {
  const auto start = Clock::now();
  Fit fit(module, data, options, loss);
  while (!fit.done()) {
    const double mean = *fit.RunEpoch();
    fmt::print("  epoch {}/{}  loss {:.4f}  {:.0f} s\n", fit.epoch(), fit.epochs(), mean,
               SecondsSince(start));
    std::fflush(stdout);
  }
}

void ForEachBatch(const LabelledImages& data, std::size_t batch,
                  const std::function<void(const Minibatch&)>& visit) {
  Rng unused(0, StreamPurpose::kBreed);
  const std::vector<std::size_t> order = InOrder(data.labels.size());
  for (std::size_t begin = 0, step = 0; begin < order.size(); begin += batch, ++step) {
    const auto rows = std::span(order).subspan(begin, std::min(batch, order.size() - begin));
    Minibatch each = Gather(data, rows, {}, unused);
    each.progress = 1;
    each.step = step;
    visit(each);
  }
}

}  // namespace latentfuzz::training
