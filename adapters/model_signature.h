// What a model says of its own inputs and outputs: an ONNX file, or a server's metadata.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace latentfuzz {

inline constexpr std::int64_t kOpenSize = -1;  // a dimension that the model leaves open

// What an element of a tensor is to LatentFuzz.
enum class ElementType {
  kFloat,  // pixels, latents and scores
  kInt64,  // labels
  kOther,  // nothing that can be passed
};

struct TensorInfo {
  std::string name;
  ElementType type = ElementType::kOther;
  std::string type_name;           // in the model's own words, for messages
  bool shaped = false;             // whether the model states the rank
  std::vector<std::int64_t> dims;  // with the batch; kOpenSize where open

  std::string ToString() const;  // "x [?, 3, 32, 32] of float"
};

struct ModelSignature {
  std::string model;  // file or address, for messages
  std::vector<TensorInfo> inputs;
  std::vector<TensorInfo> outputs;
};

}  // namespace latentfuzz
