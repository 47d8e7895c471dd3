// The training loop that all models share.
#pragma once

#include <torch/serialize.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/training/augment.h"
#include "latentfuzz/training/learner.h"

namespace latentfuzz::training {

struct FitOptions {
  int epochs = 10;
  std::size_t batch = 128;
  Augmentation augmentation{};
  std::uint64_t seed = 1;
};

// Shows images to a learner, an epoch at a time. Shuffles anew in each epoch; the same seed gives
// the same parameters on one machine, whether or not the training was saved and loaded in between.
class Fit {
 public:
  // Borrows `learner` and `data`. Where that is smaller than a batch, it is one.
  Fit(Learner& learner, const LabelledImages& data, const FitOptions& options);

  // Mean loss of the epoch's minibatches; nullopt where `stop` was set meanwhile: the epoch is then
  // half done, and Load() must follow before another.
  std::optional<double> RunEpoch(const std::atomic<bool>* stop = nullptr);

  int epoch() const { return epoch_; }  // done
  int epochs() const { return options_.epochs; }
  bool done() const { return epoch_ >= options_.epochs; }
  // Sets the length of a training that has not begun.
  void Plan(int epochs) { options_.epochs = epochs; }

  // Seconds that an epoch takes, from a few trial steps; the learner stays as it is.
  double MeasureEpoch();

  // Learner and epoch.
  void Save(torch::serialize::OutputArchive* archive) const;
  void Load(torch::serialize::InputArchive* archive);

 private:
  std::size_t Steps() const { return data_.labels.size() / options_.batch; }

  Learner& learner_;
  const LabelledImages& data_;
  FitOptions options_;
  int epoch_ = 0;
};

// Runs all epochs, printing a line after each.
void FitAll(Learner& learner, const LabelledImages& data, const FitOptions& options);

}  // namespace latentfuzz::training
