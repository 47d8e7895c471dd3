// Torch's process-wide settings, set only around a model's own calls.
#pragma once

#include <string>
#include <vector>

#include "latentfuzz/base/engine_info.h"

namespace latentfuzz {

struct TorchSettings {
  int threads = 1;      // of Torch and of OpenBLAS
  std::string qengine;  // quantized engine, lower case
};

// The settings in force now.
TorchSettings CurrentTorchSettings();

// Quantized engines of this build of LibTorch, lower case, sorted.
std::vector<std::string> SupportedQEngines();

// Throws Error{kSetup}, its message beginning with `model`, unless this build has the engine; the
// hint lists those that it has.
void RequireQEngine(const std::string& qengine, const std::string& model);

// Throws Error{kUsage} for a malformed device and Error{kSetup} for one that this machine or this
// build lacks. "cpu", "cuda", "cuda:1".
void RequireDevice(const std::string& device, const std::string& model);

// Applies settings for the life of the object and restores those before; touches only what
// differs. Two models of one process may so have different thread counts. Not for use from
// several threads at a time, as the settings are the process's.
class TorchSettingsScope {
 public:
  explicit TorchSettingsScope(const TorchSettings& settings);
  ~TorchSettingsScope();
  TorchSettingsScope(const TorchSettingsScope&) = delete;
  TorchSettingsScope& operator=(const TorchSettingsScope&) = delete;

 private:
  TorchSettings before_;
  int blas_threads_before_;
};

// Engine, version, BLAS and threads; qengine is left empty.
EngineInfo DescribeTorch(const TorchSettings& settings);

}  // namespace latentfuzz
