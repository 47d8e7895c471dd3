// Numbers that differ between machines are recorded with each finding, not hidden.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace latentfuzz {

// What computed a model's answers.
struct EngineInfo {
  std::string engine;   // "libtorch", "callable" ...; empty if unknown
  std::string version;  // "1.13.1"
  std::string build;    // hash of how the engine itself was built; empty if unknown
  std::string blas;     // "openblas 0.3.21", "reference" ...; empty if unknown
  std::string qengine;  // quantized engine in use; empty for float models
  int threads = 1;
  std::map<std::string, std::string> options;  // as given in the URI

  bool operator==(const EngineInfo&) const = default;
  // "libtorch 1.13.1, build 3f2a90c1, 1 thread, BLAS openblas 0.3.21, optimize=0".
  std::string ToString() const;
};

// EngineInfo::build of an engine that describes its build in this text: 8 hex digits.
std::string BuildHash(std::string_view description);

// "avx512_vnni", "avx512", "avx2", "baseline" (x86-64) or the architecture's name.
std::string CpuFeatureClass();

}  // namespace latentfuzz
