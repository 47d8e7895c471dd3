#include "latentfuzz/adapters/onnxruntime_model.h"

#include <fmt/format.h>
#include <onnxruntime_cxx_api.h>

#include <optional>

#include "latentfuzz/adapters/known_failure.h"
#include "latentfuzz/adapters/model_binding.h"
#include "latentfuzz/adapters/onnx_file.h"
#include "latentfuzz/adapters/torch_settings.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

struct Level {
  std::string_view name;
  GraphOptimizationLevel level;
};

// Fastest last.
constexpr Level kLevels[] = {
    {"none", ORT_DISABLE_ALL}, {"basic", ORT_ENABLE_BASIC}, {"all", ORT_ENABLE_ALL}};

struct Options {
  std::optional<GraphOptimizationLevel> level;  // as the URI asks
  int threads = 1;
};

Options ReadOptions(const ModelUri& uri) {
  static constexpr std::string_view kNames[] = {"none", "basic", "all"};
  static constexpr std::string_view kProviders[] = {"cpu"};
  Options options;
  const std::string_view asked = uri.Word("optimize", kNames, "");
  for (const Level& level : kLevels)
    if (level.name == asked) options.level = level.level;
  options.threads = uri.Number("threads", 1, 1024, CurrentTorchSettings().threads);
  uri.Word("provider", kProviders, "cpu");
  return options;
}

// Tried in this order.
constexpr KnownFailure kKnown[] = {
    {R"(Unsupported model IR version: (\d+), max supported IR version: (\d+))",
     "written in a newer form of ONNX: IR version $1, this ONNX Runtime reads up to $2",
     "export the model with an older onnx package, or build with a newer ONNX Runtime"},
    {R"(Opset (\d+) is under development.*?for domain (\S+) is till opset (\d+))",
     "opset $1 of domain $2 is newer than this ONNX Runtime, which knows opset $3",
     "export the model with opset_version=$3 or lower"},
    {R"(No Op registered for (\w+) with domain_version of (\d+))",
     "unknown operator $1 in opset $2",
     "export the model without $1, or with the opset that defines it"},
    {R"(([\w.]+:\w+)\(-?\d+\) is not a registered function/op)", "unknown operator $1",
     "export the model without $1: ONNX Runtime has no such operator"},
    {R"(Could not find an implementation for (\w+)\((\d+)\))",
     "operator $1 of version $2 has no implementation on the CPU",
     "export the model with another opset_version or other element types"},
    {R"(Non-zero status code returned while running (\w+) node\. Name:'([^']*)'.*?Status Message: ([^\n]*))",
     "operator $1 (node \"$2\") refuses its input: $3",
     "compare the model with its card: shape, layout, batch (perhaps fixed at 1) and latent size"},
    {R"(Protobuf parsing failed)", "truncated or damaged ONNX file",
     "copy the file again, or export it again"},
};

class OnnxRuntimeModel final : public LoadedModel {
 public:
  OnnxRuntimeModel(const ModelSource& source, ModelCard* card, Passes passes)
      : LoadedModel(source.file.string(), {}),
        options_(ReadOptions(source.uri)),
        optimise_(passes == Passes::kFastest && !options_.level),
        description_(ReadOnnxFile(source.file)),
        binding_(BindModel(description_, card)) {
    engine_.engine = "onnxruntime";
    engine_.version = Ort::GetVersionString();
    engine_.build = BuildHash(Ort::GetBuildInfoString());
    engine_.threads = options_.threads;
    session_ = Start(options_.level.value_or(ORT_DISABLE_ALL));
  }

  bool HasMethod(std::string_view name) const override { return name == "forward"; }

  void Optimise(const std::vector<ModelCall>& probes, const Accept& accept) override {
    if (!optimise_) return;
    const std::vector<TensorValues> answers = Answers(probes);
    for (std::size_t i = std::size(kLevels); i-- > 1;) {
      Ort::Session prepared = Start(kLevels[i].level);
      if (!Agrees(probes, answers, accept,
                  [&](const ModelCall& probe) { return RunIn(prepared, probe); }))
        continue;
      session_ = std::move(prepared);
      return;
    }
  }

  TensorValues Run(const ModelCall& call) override { return RunIn(session_, call); }

 protected:
  void AddWeights(Fingerprint* hash) const override {
    hash->Add(engine_.engine);
    LoadedModel::AddWeights(hash);
    for (const std::filesystem::path& file : description_.external) hash->AddFile(file);
  }

 private:
  Ort::Session Start(GraphOptimizationLevel level) const try {
    Ort::SessionOptions options;
    options.SetGraphOptimizationLevel(level);
    options.SetIntraOpNumThreads(options_.threads);
    options.SetInterOpNumThreads(1);
    options.SetDeterministicCompute(true);
    // Models take turns: a pool that waits actively would take the processors from the next one.
    options.AddConfigEntry("session.intra_op.allow_spinning", "0");
    return Ort::Session(env_, file_.c_str(), options);
  } catch (const Ort::Exception& error) {
    throw Diagnose(file_, error.what(), kKnown, "cannot be loaded",
                   "check the file with onnx.checker, or export it again");
  }

  TensorValues RunIn(Ort::Session& session, const ModelCall& call) const try {
    const std::vector<std::int64_t> sizes =
        binding_.InputSizes(static_cast<std::size_t>(call.input.sizes.at(0)));
    std::vector<Ort::Value> inputs;
    inputs.push_back(View(call.input.values, sizes));
    std::vector<const char*> names{binding_.input.c_str()};
    const std::vector<std::int64_t> rows{static_cast<std::int64_t>(call.labels.size())};
    if (!call.labels.empty()) {
      inputs.push_back(View(std::span<const std::int64_t>(call.labels), rows));
      names.push_back(binding_.labels.c_str());
    }
    const char* outputs[] = {binding_.output.c_str(), binding_.indices.c_str()};
    const std::vector<Ort::Value> answers =
        session.Run(Ort::RunOptions{nullptr}, names.data(), inputs.data(), inputs.size(), outputs,
                    binding_.Outputs().size());
    TensorValues answer{
        binding_.AnswerSizes(answers.front().GetTensorTypeAndShapeInfo().GetShape()),
        Elements<float>(answers.front())};
    if (answers.size() > 1) answer.indices = Elements<std::int64_t>(answers[1]);
    return answer;
  } catch (const Ort::Exception& error) {
    throw Diagnose(file_, error.what(), kKnown, fmt::format("model rejects {}", call.subject),
                   "compare the model with its card: shape, layout, batch and latent size");
  }

  template <typename T>
  static std::vector<T> Elements(const Ort::Value& tensor) {
    const T* elements = tensor.GetTensorData<T>();
    return {elements, elements + tensor.GetTensorTypeAndShapeInfo().GetElementCount()};
  }

  // ONNX Runtime takes inputs as mutable, but leaves them alone.
  template <typename T>
  Ort::Value View(std::span<const T> values, const std::vector<std::int64_t>& sizes) const {
    return Ort::Value::CreateTensor<T>(memory_, const_cast<T*>(values.data()), values.size(),
                                       sizes.data(), sizes.size());
  }

  Options options_;
  bool optimise_;
  OnnxFile description_;
  ModelBinding binding_;
  Ort::Env env_{ORT_LOGGING_LEVEL_FATAL, "latentfuzz"};
  Ort::MemoryInfo memory_ = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
  Ort::Session session_{nullptr};
};

}  // namespace

std::unique_ptr<LoadedModel> LoadOnnxRuntime(const ModelSource& source, ModelCard* card,
                                             Passes passes) {
  return std::make_unique<OnnxRuntimeModel>(source, card, passes);
}

}  // namespace latentfuzz
