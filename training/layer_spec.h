// What a network is made of: parameters from a table, code from source text.
#pragma once

#include <cstdint>
#include <string>
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

struct ModuleDesign {
  std::vector<LayerSpec> layers;
  std::string source;  // of the methods, in TorchScript
};

}  // namespace latentfuzz::training
