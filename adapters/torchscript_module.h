// A TorchScript file, loaded and ready to be called: what classifiers and generators share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/adapters/engine_info.h"
#include "latentfuzz/adapters/torchscript_options.h"

namespace latentfuzz {

// A dense float tensor, row-major; the values are another's.
struct TensorView {
  std::vector<std::int64_t> sizes;
  std::span<const float> values;
};

// A dense float tensor, row-major.
struct TensorValues {
  std::vector<std::int64_t> sizes;
  std::vector<float> values;
};

struct ModuleCall {
  std::string method;                // "forward", "decode" ...
  TensorView input;                  // first argument
  std::vector<std::int64_t> labels;  // second argument, [rows]; left out where empty
  std::string output;                // key of the answer where the model returns a dictionary
  std::string subject;               // what the input is, for messages: "1x28x28 images"
};

class TorchScriptModule {
 public:
  // Loads `file` in evaluation mode, as the file holds it. Throws Error{kSetup} where that cannot
  // be done, naming the file, the operator and the remedy.
  TorchScriptModule(const std::filesystem::path& file, const TorchScriptOptions& options);
  ~TorchScriptModule();

  const std::string& file() const { return file_; }
  const EngineInfo& engine() const { return engine_; }
  bool HasMethod(std::string_view name) const;

  // Prepares the module for speed: takes the first of a fixed list of forms whose answers to
  // `probes` `accept` holds equal to those of the module as it is; keeps the module where none is
  // accepted. Decided by the answers alone and never by a clock, so that the same file gives the
  // same numbers in every run.
  using Accept = std::function<bool(const TensorValues& as_shipped, const TensorValues& prepared)>;
  void Optimise(const std::vector<ModuleCall>& probes, const Accept& accept);
  // "optimize_for_inference", "freeze" or "as shipped".
  std::string_view form() const { return form_; }

  // Runs a method without gradients. Neither input nor answer shares memory with the module. The
  // first call and the hundredth give the same bits: the executor does not specialise. Throws
  // Error{kSetup} if the model throws, or returns anything but one floating-point tensor (or a
  // dictionary holding it under call.output).
  TensorValues Run(const ModuleCall& call);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::string file_;
  EngineInfo engine_;
  std::string_view form_;
};

}  // namespace latentfuzz
