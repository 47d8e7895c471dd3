#include "latentfuzz/adapters/torch_settings.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <torch/version.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <regex>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

template <typename Function>
Function FindSymbol(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

// OpenBLAS keeps a thread count of its own, which Torch does not set.
int BlasThreads() {
  static const auto get = FindSymbol<int (*)()>("openblas_get_num_threads");
  return get == nullptr ? 0 : get();
}

void SetBlasThreads(int threads) {
  static const auto set = FindSymbol<void (*)(int)>("openblas_set_num_threads");
  if (set != nullptr && threads > 0 && threads != BlasThreads()) set(threads);
}

// "openblas 0.3.21" of "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ... Cooperlake MAX_THREADS=64".
std::string BlasName() {
  const auto config = FindSymbol<char* (*)()>("openblas_get_config");
  if (config == nullptr) return "reference";
  const std::string text = config();
  std::smatch match;
  if (!std::regex_search(text, match, std::regex(R"(OpenBLAS ([\d.]+))"))) return "openblas";
  return "openblas " + match[1].str();
}

// The line of Torch's description of its build that tells of the machine it runs on.
const std::regex& MachineLine() {
  static const std::regex kLine("[^\\n]*CPU capability[^\\n]*");
  return kLine;
}

std::string EngineName(at::QEngine engine) {
  std::string name = toString(engine);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

std::optional<at::QEngine> FindQEngine(const std::string& name) {
  for (const at::QEngine engine : at::globalContext().supportedQEngines())
    if (engine != at::QEngine::NoQEngine && EngineName(engine) == name) return engine;
  return std::nullopt;
}

void Apply(const TorchSettings& settings) {
  if (settings.threads != at::get_num_threads()) at::set_num_threads(settings.threads);
  const std::optional<at::QEngine> engine = FindQEngine(settings.qengine);
  if (engine && *engine != at::globalContext().qEngine()) at::globalContext().setQEngine(*engine);
}

}  // namespace

TorchSettings CurrentTorchSettings() {
  return {at::get_num_threads(), EngineName(at::globalContext().qEngine())};
}

std::vector<std::string> SupportedQEngines() {
  std::vector<std::string> names;
  for (const at::QEngine engine : at::globalContext().supportedQEngines())
    if (engine != at::QEngine::NoQEngine) names.push_back(EngineName(engine));
  std::sort(names.begin(), names.end());
  return names;
}

void RequireQEngine(const std::string& qengine, const std::string& model) {
  if (!FindQEngine(qengine))
    throw Error(
        ErrorKind::kSetup,
        fmt::format("{}: quantized engine \"{}\" is not in this build of LibTorch", model, qengine),
        fmt::format("set qengine to one of: {}", fmt::join(SupportedQEngines(), ", ")));
}

void RequireDevice(const std::string& device, const std::string& model) {
  static const std::regex kDevice(R"(cpu|cuda(:\d{1,2})?)");
  if (!std::regex_match(device, kDevice))
    throw Error(ErrorKind::kUsage, fmt::format("{}: unknown device \"{}\"", model, device),
                "write device=cpu, device=cuda or device=cuda:N");
  if (device != "cpu" && !at::globalContext().hasCUDA())
    throw Error(ErrorKind::kSetup,
                fmt::format("{}: device {} is not available: this build of LibTorch or this "
                            "machine has no CUDA",
                            model, device),
                "leave the option device out, or link a LibTorch with CUDA");
}

TorchSettingsScope::TorchSettingsScope(const TorchSettings& settings)
    : before_(CurrentTorchSettings()), blas_threads_before_(BlasThreads()) {
  Apply(settings);
  SetBlasThreads(settings.threads);
}

TorchSettingsScope::~TorchSettingsScope() {
  Apply(before_);
  SetBlasThreads(blas_threads_before_);
}

EngineInfo DescribeTorch(const TorchSettings& settings) {
  EngineInfo info;
  info.engine = "libtorch";
  info.version = TORCH_VERSION;
  info.build = BuildHash(std::regex_replace(at::show_config(), MachineLine(), ""));
  info.blas = BlasName();
  info.threads = settings.threads;
  return info;
}

}  // namespace latentfuzz
