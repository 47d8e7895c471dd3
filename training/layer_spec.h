// What a network is made of: parameters from a table, code from source text.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace latentfuzz::training {

// A convolution or a linear layer: has the parameters NAME_weight and NAME_bias.
struct LayerSpec {
  std::string name;
  std::vector<std::int64_t> weight;  // [out, in] or [out, in, height, width]
  double gain = 2;  // weights ~ N(0, gain / fan_in); 2 before a ReLU (He et al. 2015)
  // A transposed convolution of stride 2: weight is [in, out, height, width], and a quarter of it
  // reaches each output pixel.
  bool transposed = false;
};

// A constant tensor of draws from N(0, 1).
struct NoiseSpec {
  std::string name;
  std::vector<std::int64_t> sizes;
};

struct ModuleDesign {
  std::vector<LayerSpec> layers;
  std::string source;                                      // of the methods, in TorchScript
  std::vector<std::pair<std::string, double>> settings{};  // attributes that can be set anew
  std::vector<NoiseSpec> noise{};
};

}  // namespace latentfuzz::training
