// Minibatches of labelled images, as tensors.
#pragma once

#include <torch/script.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/base/rng.h"
#include "latentfuzz/training/augment.h"

namespace latentfuzz::training {

struct Minibatch {
  torch::Tensor images;  // [n, c, h, w]
  torch::Tensor labels;  // int64 [n]
  double progress = 0;   // share of the training that is done, [0,1)
  std::uint64_t step = 0;
};

std::vector<std::size_t> InOrder(std::size_t count);
std::vector<std::size_t> Shuffled(std::size_t count, Rng& rng);

// The images of these rows, each altered anew.
Minibatch Gather(const LabelledImages& data, std::span<const std::size_t> rows,
                 const Augmentation& augmentation, Rng& rng);

// All images and labels, in order, as one batch after the other; `step` counts them.
void ForEachBatch(const LabelledImages& data, std::size_t batch,
                  const std::function<void(const Minibatch&)>& visit);

// Mean over all images of a loss that is a mean over a batch, without gradients.
double MeanLoss(const LabelledImages& data, std::size_t batch,
                const std::function<torch::Tensor(const Minibatch&)>& loss);

}  // namespace latentfuzz::training
