// The options of an opencv: URI.
#pragma once

#include <optional>

#include "latentfuzz/adapters/model_uri.h"

namespace latentfuzz {

struct OpenCvOptions {
  int backend = 0, target = 0;   // cv::dnn::Backend, cv::dnn::Target
  std::optional<bool> fusion;    // optimize=none|all; empty = not given
  std::optional<bool> winograd;  // empty = OpenCV's default
  std::string calibration;       // path of the images to quantize by; empty = the card's
  bool quantize = false;
  int threads = 1;  // default: as many as Torch uses
};

// Throws Error{kUsage} for a malformed value, and Error{kSetup} for a backend or an algorithm that
// this OpenCV lacks; the hint says how to do without.
OpenCvOptions ReadOpenCvOptions(const ModelUri& uri);

}  // namespace latentfuzz
