#include "latentfuzz/adapters/torchscript_module.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/script.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "latentfuzz/adapters/torch_errors.h"
#include "latentfuzz/adapters/torch_settings.h"
#include "latentfuzz/adapters/torchscript_passes.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

constexpr std::string_view kAsShippedForm = "as shipped";

// Runs `body`; Torch's exceptions come out as what `translate(text)` makes of them.
template <typename Body, typename Translate>
auto Translating(const Body& body, const Translate& translate) {
  try {
    return body();
  } catch (const Error&) {
    throw;
  } catch (const c10::Error& error) {
    throw translate(std::string(error.what_without_backtrace()));
  } catch (const std::exception& error) {
    throw translate(std::string(error.what()));
  }
}

at::Tensor OfDictionary(const c10::IValue& answer, const std::string& key,
                        const std::string& file) {
  std::vector<std::string> names;
  for (const auto& item : answer.toGenericDict()) {
    const std::string name = item.key().isString() ? item.key().toStringRef() : "?";
    if (name == key && item.value().isTensor()) return item.value().toTensor();
    names.push_back(name);
  }
  throw Error(
      ErrorKind::kSetup,
      fmt::format("{}: the model returns a dictionary without a tensor \"{}\"", file, key),
      fmt::format("set name under [output] of the card to one of: {}", fmt::join(names, ", ")));
}

at::Tensor OneTensor(const c10::IValue& answer, const std::string& key, const std::string& file) {
  if (answer.isTensor()) return answer.toTensor();
  if (answer.isGenericDict()) return OfDictionary(answer, key, file);
  throw Error(ErrorKind::kSetup,
              fmt::format("{}: the model returns {}, not a tensor", file, answer.tagKind()),
              "wrap it in a module that returns its scores or its images only; scores of the "
              "likeliest classes and their indices need indices under [output] of the card");
}

// Scores and the indices of their classes.
struct TopTensors {
  at::Tensor scores, indices;
};

// By name from a dictionary; of a tuple, the integers are the indices.
TopTensors TwoTensors(const c10::IValue& answer, const ModelCall& call, const std::string& file) {
  if (answer.isGenericDict())
    return {OfDictionary(answer, call.output, file), OfDictionary(answer, call.indices, file)};
  TopTensors top;
  if (answer.isTuple())
    for (const c10::IValue& element : answer.toTupleRef().elements())
      if (element.isTensor())
        (element.toTensor().is_floating_point() ? top.scores : top.indices) = element.toTensor();
  if (top.scores.defined() && top.indices.defined()) return top;
  throw Error(
      ErrorKind::kSetup,
      fmt::format("{}: the model returns {}, not scores and indices", file, answer.tagKind()),
      "let it return (scores, indices) as torch.topk does, or remove indices under [output] of the "
      "card");
}

TensorValues ToValues(at::Tensor tensor, const std::string& file) {
  if (tensor.is_quantized()) tensor = tensor.dequantize();
  if (!tensor.is_floating_point())
    throw Error(ErrorKind::kSetup,
                fmt::format("{}: the model returns a tensor of {}, not of floats", file,
                            c10::toString(tensor.scalar_type())),
                "let it return scores, before any argmax");
  tensor = tensor.detach().to(at::kCPU, at::kFloat).contiguous();
  const float* data = tensor.data_ptr<float>();
  return {tensor.sizes().vec(), {data, data + tensor.numel()}};
}

// Settings that the module keeps as attributes of the same names; others only identify it.
void SetAttributes(torch::jit::Module& module, const std::map<std::string, double>& settings) {
  for (const auto& [name, value] : settings) {
    if (!module.hasattr(name)) continue;
    const bool whole = module.attr(name).isInt();
    module.setattr(name,
                   whole ? c10::IValue(static_cast<std::int64_t>(value)) : c10::IValue(value));
  }
}

}  // namespace

struct TorchScriptModule::Impl {
  torch::jit::Module module;
  TorchSettings settings;
  c10::Device device;
  Passes passes;

  std::vector<c10::IValue> Arguments(const ModelCall& call) const {
    const auto rows = static_cast<std::int64_t>(call.labels.size());
    // Copied, for a module may keep what it is given.
    at::Tensor input = at::empty(call.input.sizes, at::kFloat);
    std::copy(call.input.values.begin(), call.input.values.end(), input.data_ptr<float>());
    std::vector<c10::IValue> arguments{input.to(device)};
    if (rows == 0) return arguments;
    at::Tensor labels = at::empty({rows}, at::kLong);
    std::copy(call.labels.begin(), call.labels.end(), labels.data_ptr<std::int64_t>());
    arguments.emplace_back(labels.to(device));
    return arguments;
  }

  TensorValues Run(torch::jit::Module& form, const ModelCall& call, const std::string& file) {
    const TorchSettingsScope scope(settings);
    const c10::InferenceMode no_gradients;
    const torch::jit::GraphOptimizerEnabledGuard no_specialising(false);
    return Translating(
        [&] {
          const c10::IValue answer = form.get_method(call.method)(Arguments(call));
          if (call.indices.empty()) return ToValues(OneTensor(answer, call.output, file), file);
          const TopTensors top = TwoTensors(answer, call, file);
          TensorValues values = ToValues(top.scores, file);
          const at::Tensor indices = top.indices.to(at::kCPU, at::kLong).contiguous();
          const auto* first = indices.data_ptr<std::int64_t>();
          values.indices.assign(first, first + indices.numel());
          return values;
        },
        [&](const std::string& text) {
          return RunFailure(file, call.subject, text, SupportedQEngines());
        });
  }
};

TorchScriptModule::TorchScriptModule(const std::filesystem::path& file,
                                     const TorchScriptOptions& options)
    : LoadedModel(file.string(), {}), form_(kAsShippedForm) {
  if (!std::filesystem::is_regular_file(file))
    throw Error(ErrorKind::kSetup, fmt::format("{}: no such model file", file_), "check the path");
  RequireDevice(options.device, file_);
  TorchSettings settings = CurrentTorchSettings();
  if (options.threads > 0) settings.threads = options.threads;
  if (!options.qengine.empty()) {
    RequireQEngine(options.qengine, file_);
    settings.qengine = options.qengine;
  }
  engine_ = DescribeTorch(settings);
  const TorchSettingsScope scope(settings);
  Translating(
      [&] {
        const c10::Device device(options.device);
        torch::jit::Module module = torch::jit::load(file_, device);
        module.eval();
        SetAttributes(module, options.settings);
        impl_ = std::make_unique<Impl>(Impl{std::move(module), settings, device, options.passes});
        if (IsQuantized(impl_->module)) engine_.qengine = settings.qengine;
      },
      [&](const std::string& text) { return LoadFailure(file_, text, SupportedQEngines()); });
}

TorchScriptModule::~TorchScriptModule() = default;

bool TorchScriptModule::HasMethod(std::string_view name) const {
  return impl_->module.find_method(std::string(name)).has_value();
}

void TorchScriptModule::Optimise(const std::vector<ModelCall>& probes, const Accept& accept) {
  if (impl_->passes == Passes::kAsShipped) return;
  const std::vector<TensorValues> answers = Answers(probes);
  std::vector<std::string> methods;
  for (const ModelCall& probe : probes)
    if (std::find(methods.begin(), methods.end(), probe.method) == methods.end())
      methods.push_back(probe.method);
  const TorchSettingsScope scope(impl_->settings);
  for (const ModuleForm& form : ModuleForms()) {
    torch::jit::Module prepared;
    const auto run = [&](const ModelCall& probe) { return impl_->Run(prepared, probe, file_); };
    try {
      prepared = form.prepare(impl_->module, methods);
    } catch (const std::exception&) {
      continue;  // a pass that cannot handle the module is no error: the next form is tried
    }
    if (!Agrees(probes, answers, accept, run)) continue;
    impl_->module = std::move(prepared);
    form_ = form.name;
    return;
  }
}

TensorValues TorchScriptModule::Run(const ModelCall& call) {
  return impl_->Run(impl_->module, call, file_);
}

std::unique_ptr<LoadedModel> LoadTorchScript(const ModelSource& source, ModelCard* card,
                                             Passes passes) {
  OverrideSettings(source.uri, card);
  return std::make_unique<TorchScriptModule>(source.file,
                                             ReadTorchScriptOptions(source.uri, passes, *card));
}

}  // namespace latentfuzz
