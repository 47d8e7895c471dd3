#include "latentfuzz/training/fit.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <span>
#include <sstream>
#include <vector>

#include "latentfuzz/base/rng.h"

namespace latentfuzz::training {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

Fit::Fit(Learner& learner, const LabelledImages& data, const FitOptions& options)
    : learner_(learner), data_(data), options_(options) {
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
    sum += learner_.Learn(batch);
  }
  ++epoch_;
  return sum / static_cast<double>(steps);
}

double Fit::MeasureEpoch() {
  constexpr std::size_t kWarmUpSteps = 4;  // the first calls compile the methods
  constexpr std::size_t kTimedSteps = 8;
  std::stringstream before;
  torch::serialize::OutputArchive saved;
  learner_.Save(&saved);
  saved.save_to(before);

  const std::vector<std::size_t> order = InOrder(options_.batch);
  Clock::time_point start;
  for (std::size_t i = 0; i < kWarmUpSteps + kTimedSteps; ++i) {
    if (i == kWarmUpSteps) start = Clock::now();
    Rng rng(options_.seed, StreamPurpose::kBreed);
    Minibatch batch = Gather(data_, order, options_.augmentation, rng);
    batch.step = i;
    learner_.Learn(batch);
  }
  const double seconds = SecondsSince(start);

  torch::serialize::InputArchive restored;
  restored.load_from(before);
  learner_.Load(&restored);
  return seconds / static_cast<double>(kTimedSteps) * static_cast<double>(Steps());
}

void Fit::Save(torch::serialize::OutputArchive* archive) const {
  archive->write("epoch", std::int64_t{epoch_});
  archive->write("epochs", std::int64_t{options_.epochs});
  torch::serialize::OutputArchive learner(archive->compilation_unit());
  learner_.Save(&learner);
  archive->write("learner", learner);
}

void Fit::Load(torch::serialize::InputArchive* archive) {
  c10::IValue epoch, epochs;
  archive->read("epoch", epoch);
  archive->read("epochs", epochs);
  epoch_ = static_cast<int>(epoch.toInt());
  options_.epochs = static_cast<int>(epochs.toInt());
  torch::serialize::InputArchive learner;
  archive->read("learner", learner);
  learner_.Load(&learner);
}

void FitAll(Learner& learner, const LabelledImages& data, const FitOptions& options) {
  const auto start = Clock::now();
  Fit fit(learner, data, options);
  while (!fit.done()) {
    const double mean = *fit.RunEpoch();
    fmt::print("  epoch {}/{}  loss {:.4f}  {:.0f} s\n", fit.epoch(), fit.epochs(), mean,
               SecondsSince(start));
    std::fflush(stdout);
  }
}

}  // namespace latentfuzz::training
