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

#include "latentfuzz/adapters/model_signature.h"

namespace latentfuzz {

// Its inputs are without those that are weights.
struct OnnxFile : ModelSignature {
  std::filesystem::path path;
  std::int64_t ir_version = 0;
  std::map<std::string, std::int64_t> opsets;   // by domain; "" is ONNX's own
  std::vector<std::filesystem::path> external;  // files of weights kept apart, sorted
};

// Throws Error{kSetup} where the file is none of ONNX's, or ends too early.
OnnxFile ReadOnnxFile(const std::filesystem::path& path);
// The same of the file's contents.
OnnxFile ParseOnnxFile(const std::filesystem::path& path, std::string_view bytes);

}  // namespace latentfuzz
