#include "latentfuzz/base/engine_info.h"

#include "latentfuzz/base/fingerprint.h"

namespace latentfuzz {

std::string EngineInfo::ToString() const {
  std::string text = engine.empty() ? "an unknown engine" : engine;
  if (!version.empty()) text += " " + version;
  if (!build.empty()) text += ", build " + build;
  text += ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
  if (!blas.empty()) text += ", BLAS " + blas;
  if (!qengine.empty()) text += ", quantized engine " + qengine;
  for (const auto& [option, value] : options) text += ", " + option + "=" + value;
  return text;
}

std::string BuildHash(std::string_view description) {
  constexpr std::size_t kDigits = 8;
  return Fingerprint().Add(description).Hex().substr(0, kDigits);
}

std::string CpuFeatureClass() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512vnni")) return "avx512_vnni";
  if (__builtin_cpu_supports("avx512f")) return "avx512";
  if (__builtin_cpu_supports("avx2")) return "avx2";
  return "baseline";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "unknown";
#endif
}

}  // namespace latentfuzz
