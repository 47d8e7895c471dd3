// Static post-training quantization: 8-bit weights, one scale a channel, and activations whose
// ranges were observed (observer.h) on calibration images.
#pragma once

#include <torch/script.h>

#include <vector>

#include "latentfuzz/training/layer_chain.h"

namespace latentfuzz::training {

// An int8 module of the chain. `images`: [n, c, h, w], in [0, 1].
torch::jit::Module QuantizeChain(const std::vector<ChainLayer>& chain, const torch::Tensor& images);

}  // namespace latentfuzz::training
