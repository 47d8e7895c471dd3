// A generator as its TorchScript module: how it draws, decodes and encodes.
#pragma once

#include <torch/script.h>

#include <cstdint>

namespace latentfuzz::training {

struct ScriptGenerator {
  torch::jit::Module module;
  std::int64_t latent = 0;  // size
  int classes = 0;          // that it can be asked for; 0 = unconditional

  bool conditional() const { return classes > 0; }
  bool can_encode() const { return module.find_method("encode").has_value(); }

  // Of latents [n, latent] and, where conditional, labels [n].
  torch::Tensor Decode(const torch::Tensor& latents, const torch::Tensor& labels);
  // REQUIRES: can_encode().
  torch::Tensor Encode(const torch::Tensor& images, const torch::Tensor& labels);
};

struct Draws {
  torch::Tensor latents;  // [n, latent], from the prior
  torch::Tensor labels;   // [n], of all classes in turn; all 0 where unconditional
  torch::Tensor images;
};
Draws Draw(ScriptGenerator& generator, std::int64_t count, std::uint64_t seed);

}  // namespace latentfuzz::training
