// TorchScript modules: built in C++, called, saved and loaded.
#pragma once

#include <torch/script.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/training/layer_spec.h"

namespace latentfuzz::training {

// Makes results independent of the number of cores, and keeps freed memory for the next step. Call
// once, before anything else.
void PrepareTraining();

// An untrained module: weights drawn from `seed`, biases 0.
torch::jit::Module BuildModule(const std::string& name, const ModuleDesign& design,
                               std::uint64_t seed);

// Calls a method that takes and returns one tensor, without gradients.
torch::Tensor Call(torch::jit::Module& module, const std::string& method,
                   const torch::Tensor& input);

// Calls `method` on slices of the inputs, all [n, ...], and concatenates the results.
torch::Tensor CallInBatches(torch::jit::Module& module, const std::string& method,
                            const std::vector<torch::Tensor>& inputs, std::int64_t batch = 250);

// Loads a module with the ONEDNN quantized engine set. Throws Error{kSetup} naming the file.
torch::jit::Module LoadModule(const std::filesystem::path& path);

// Saves with frozen gradients. Throws Error{kIo}.
void SaveModule(torch::jit::Module& module, const std::filesystem::path& path);

std::vector<torch::Tensor> Parameters(const torch::jit::Module& module);

torch::Tensor ToTensor(const ImageBatch& images);        // [n, c, h, w]
torch::Tensor ToTensor(const std::vector<int>& labels);  // int64 [n]

// Independent draws from N(0, 1).
torch::Tensor StandardNormal(at::IntArrayRef shape, std::uint64_t seed, std::uint64_t index = 0);

}  // namespace latentfuzz::training
