// TorchScript modules built in C++: parameters from a table, code from source text.
#pragma once

#include <torch/script.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "latentfuzz/base/batch.h"

namespace latentfuzz::zoo {

// A convolution or a linear layer: registers NAME_weight and NAME_bias.
struct LayerSpec {
  std::string name;
  std::vector<std::int64_t> weight;  // [out, in] or [out, in, height, width]
  double gain = 2;  // weights ~ N(0, gain / fan_in); 2 before a ReLU (He et al. 2015)
};

// An untrained module: weights drawn from `seed`, biases 0, methods from TorchScript `source`.
torch::jit::Module BuildModule(const std::string& name, const std::vector<LayerSpec>& layers,
                               const std::string& source, std::uint64_t seed);

// Calls a method that takes and returns one tensor, without gradients.
torch::Tensor Call(torch::jit::Module& module, const std::string& method,
                   const torch::Tensor& input);

// Calls `method` on slices of `input` and concatenates the results.
torch::Tensor CallInBatches(torch::jit::Module& module, const std::string& method,
                            const torch::Tensor& input, std::int64_t batch = 250);

// Loads out/NAME.pt with the ONEDNN quantized engine set. Throws Error{kSetup} naming the file.
torch::jit::Module LoadModule(const std::filesystem::path& path);

// Saves with frozen gradients. Throws Error{kIo}.
void SaveModule(torch::jit::Module& module, const std::filesystem::path& path);

torch::Tensor ToTensor(const ImageBatch& images);        // [n, c, h, w]
torch::Tensor ToTensor(const std::vector<int>& labels);  // int64 [n]

}  // namespace latentfuzz::zoo
