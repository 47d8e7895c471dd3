// Numbers that differ between machines are recorded with each finding, not hidden.
#pragma once

#include <map>
#include <string>

namespace latentfuzz {

struct EngineInfo {
  std::string engine;   // "libtorch", "callable" ...
  std::string version;  // "1.13.1"
  std::string blas;     // "openblas 0.3.21", "reference" ...; empty if unknown
  std::string qengine;  // quantized engine in use; empty for float models
  int threads = 1;
  std::map<std::string, std::string> options;  // as given in the URI
};

// "avx512_vnni", "avx512", "avx2", "baseline" (x86-64) or the architecture's name.
std::string CpuFeatureClass();

}  // namespace latentfuzz
