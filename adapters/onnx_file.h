// What an ONNX file says of itself: inputs, outputs, versions. Weights are skipped.
//
// Read here, and not asked of an engine, for OpenCV does not tell.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace latentfuzz {

// Element types of TensorProto.DataType that matter here.
inline constexpr std::int64_t kOnnxFloat = 1, kOnnxInt64 = 7;
inline constexpr std::int64_t kOpenSize = -1;  // a dimension that the file leaves open

struct OnnxValue {
  std::string name;
  std::int64_t type = 0;           // TensorProto.DataType; 0 = no tensor
  bool shaped = false;             // whether the file states the rank
  std::vector<std::int64_t> dims;  // with the batch; kOpenSize where open

  std::string ToString() const;  // "x [?, 3, 32, 32] of float"
};

struct OnnxFile {
  std::filesystem::path path;
  std::int64_t ir_version = 0;
  std::map<std::string, std::int64_t> opsets;  // by domain; "" is ONNX's own
  std::vector<OnnxValue> inputs;               // without those that are weights
  std::vector<OnnxValue> outputs;
  std::vector<std::filesystem::path> external;  // files of weights kept apart, sorted
};

// Throws Error{kSetup} where the file is none of ONNX's, or ends too early.
OnnxFile ReadOnnxFile(const std::filesystem::path& path);
// The same of the file's contents.
OnnxFile ParseOnnxFile(const std::filesystem::path& path, std::string_view bytes);

}  // namespace latentfuzz
