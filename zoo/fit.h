// The training loop that all recipes share.
#pragma once

#include <torch/script.h>

#include <cstddef>
#include <cstdint>
#include <functional>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/zoo/augment.h"

namespace latentfuzz::zoo {

struct FitOptions {
  int epochs = 10;
  std::size_t batch = 128;
  double learning_rate = 1e-3;  // peak; linear warm-up over the first 5 %, then cosine to 0
  double weight_decay = 0;      // decoupled (AdamW)
  Augmentation augmentation;
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

// Minimises `loss` over the parameters of `module` with AdamW. Shuffles anew in each epoch; the
// same seed gives the same parameters on one machine. Prints one line an epoch.
void Fit(torch::jit::Module& module, const LabelledImages& data, const FitOptions& options,
         const Loss& loss);

}  // namespace latentfuzz::zoo
