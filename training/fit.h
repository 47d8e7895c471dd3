// The training loop that all models share.
#pragma once

#include <torch/optim/adamw.h>
#include <torch/script.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/training/augment.h"

namespace latentfuzz::training {

struct FitOptions {
  int epochs = 10;
  std::size_t batch = 128;
  double learning_rate = 1e-3;  // peak; linear warm-up over the first 5 %, then cosine to 0
  double weight_decay = 0;      // decoupled (AdamW)
  Augmentation augmentation{};
  std::uint64_t seed = 1;
};

struct Minibatch {
  torch::Tensor images;  // [n, c, h, w]
  torch::Tensor labels;  // int64 [n]
  double progress = 0;   // share of the training that is done, [0,1)
  std::uint64_t step = 0;
};

// The mean loss of a minibatch, a scalar.
using Loss = std::function<torch::Tensor(const Minibatch&)>;

// Minimises a loss over the parameters of a module with AdamW, an epoch at a time. Shuffles anew
// in each epoch; the same seed gives the same parameters on one machine, whether or not the
// training was saved and loaded in between.
class Fit {
 public:
  // Borrows `data`. Where that is smaller than a batch, it is one.
  Fit(const torch::jit::Module& module, const LabelledImages& data, const FitOptions& options,
      Loss loss);

  // Mean loss of the epoch's minibatches; nullopt where `stop` was set meanwhile: the epoch is then
  // half done, and Load() must follow before another.
  std::optional<double> RunEpoch(const std::atomic<bool>* stop = nullptr);

  int epoch() const { return epoch_; }  // done
  int epochs() const { return options_.epochs; }
  bool done() const { return epoch_ >= options_.epochs; }
  // Sets the length of a training that has not begun.
  void Plan(int epochs) { options_.epochs = epochs; }

  // Seconds that an epoch takes, from a few trial steps; parameters stay as they are.
  double MeasureEpoch();

  // Parameters, optimizer and epoch.
  void Save(torch::serialize::OutputArchive* archive) const;
  void Load(torch::serialize::InputArchive* archive);

 private:
  std::size_t Steps() const { return data_.labels.size() / options_.batch; }

  std::vector<torch::Tensor> parameters_;
  const LabelledImages& data_;
  FitOptions options_;
  Loss loss_;
  torch::optim::AdamW optimizer_;
  int epoch_ = 0;
};

// Runs all epochs, printing a line after each.
void FitAll(const torch::jit::Module& module, const LabelledImages& data, const FitOptions& options,
            const Loss& loss);

// All images and labels, in order, as one batch after the other.
void ForEachBatch(const LabelledImages& data, std::size_t batch,
                  const std::function<void(const Minibatch&)>& visit);

}  // namespace latentfuzz::training
