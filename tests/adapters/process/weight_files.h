// Writes the weights of a fully connected network, read from a TorchScript file, in the formats
// that the example workers take.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace latentfuzz {

struct LayerWeights {
  std::string name;
  std::int64_t outputs = 0, inputs = 0;
  std::vector<float> weight;  // [outputs, inputs]
  std::vector<float> bias;    // [outputs]
};
using ModelWeights = std::vector<LayerWeights>;

// Parameters NAME_weight and NAME_bias of each layer.
ModelWeights ReadWeights(const std::filesystem::path& model,
                         const std::vector<std::string>& layers);

void WriteSafetensors(const std::filesystem::path& path, const ModelWeights& weights);

// Images [n, 1, 28, 28], flattened; ReLU between two layers.
void WriteOnnx(const std::filesystem::path& path, const ModelWeights& weights);

}  // namespace latentfuzz
