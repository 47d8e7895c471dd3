#include "latentfuzz/adapters/opencv_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <opencv2/dnn.hpp>

#include "latentfuzz/adapters/torch_settings.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

struct BackendRow {
  std::string_view name;
  cv::dnn::Backend backend;
  cv::dnn::Target target;
};

constexpr BackendRow kBackends[] = {
    {"opencv", cv::dnn::DNN_BACKEND_OPENCV, cv::dnn::DNN_TARGET_CPU},
    {"openvino", cv::dnn::DNN_BACKEND_INFERENCE_ENGINE, cv::dnn::DNN_TARGET_CPU},
    {"cuda", cv::dnn::DNN_BACKEND_CUDA, cv::dnn::DNN_TARGET_CUDA},
};

bool Available(const BackendRow& row) {
  const auto targets = cv::dnn::getAvailableTargets(row.backend);
  return std::find(targets.begin(), targets.end(), row.target) != targets.end();
}

const BackendRow& ReadBackend(const ModelUri& uri) {
  static constexpr std::string_view kNames[] = {"opencv", "openvino", "cuda"};
  const std::string_view name = uri.Word("backend", kNames, kNames[0]);
  const BackendRow* row =
      std::find_if(std::begin(kBackends), std::end(kBackends),
                   [&](const BackendRow& candidate) { return candidate.name == name; });
  if (!Available(*row))
    throw Error(
        ErrorKind::kSetup,
        fmt::format("{}: this OpenCV or this machine has no backend {}", uri.ToString(), name),
        "leave the option backend out, or link an OpenCV that has it");
  return *row;
}

// OpenCV has the switch since 4.7, and no such algorithm before.
std::optional<bool> ReadWinograd(const ModelUri& uri) {
  if (uri.options.count("winograd") == 0) return std::nullopt;
  const bool on = uri.Number("winograd", 0, 1, 0) == 1;
#if CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR < 7
  if (on)
    throw Error(
        ErrorKind::kSetup,
        fmt::format("{}: OpenCV {} knows no Winograd convolution", uri.ToString(), CV_VERSION),
        "leave the option winograd out, or link OpenCV 4.7 or newer");
#endif
  return on;
}

}  // namespace

OpenCvOptions ReadOpenCvOptions(const ModelUri& uri) {
  static constexpr std::string_view kLevels[] = {"none", "all"};
  OpenCvOptions options;
  const BackendRow& backend = ReadBackend(uri);
  options.backend = backend.backend;
  options.target = backend.target;
  const std::string_view level = uri.Word("optimize", kLevels, "");
  if (!level.empty()) options.fusion = level == "all";
  options.winograd = ReadWinograd(uri);
  options.quantize = uri.Number("quantize", 0, 1, 0) == 1;
  options.calibration = uri.Text("calibration");
  if (!options.calibration.empty() && !options.quantize)
    throw Error(ErrorKind::kUsage,
                fmt::format("{}: option calibration is for quantize=1", uri.ToString()),
                "add quantize=1, or leave calibration out");
  options.threads = uri.Number("threads", 1, 1024, CurrentTorchSettings().threads);
  return options;
}

}  // namespace latentfuzz
