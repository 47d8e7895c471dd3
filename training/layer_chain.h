// A feed-forward classifier as the chain of layers that its TorchScript code spells out.
#pragma once

#include <torch/script.h>

#include <cstdint>
#include <string>
#include <vector>

namespace latentfuzz::training {

enum class LayerKind { kConvolution, kLinear, kMaxPool, kFlatten };

struct ChainLayer {
  LayerKind kind = LayerKind::kFlatten;
  torch::Tensor weight, bias{};  // of a convolution or a linear layer
  // Of a convolution or a pooling: height and width each.
  std::vector<std::int64_t> kernel{}, stride{}, padding{}, dilation{};
  std::int64_t groups = 1;
  bool relu = false;  // of its output

  bool weighted() const { return weight.defined(); }
  torch::Tensor Apply(const torch::Tensor& x) const;
};

// The layers of `forward`, in their order. Throws Error{kSetup} naming `file` and the operator
// where it does anything else than pass images through 2D convolutions, linear layers (with
// biases), ReLUs after these, max pooling, and flattening, one after the other.
std::vector<ChainLayer> ReadChain(const torch::jit::Module& module, const std::string& file);

}  // namespace latentfuzz::training
