// The table of adapters: which code opens which scheme.
#include <algorithm>
#include <optional>

#include "latentfuzz/adapters/kserve/model.h"
#include "latentfuzz/adapters/loaded_model.h"
#include "latentfuzz/adapters/onnxruntime_model.h"
#include "latentfuzz/adapters/opencv_model.h"
#include "latentfuzz/adapters/process/command.h"
#include "latentfuzz/adapters/process/model.h"
#include "latentfuzz/adapters/torchscript_module.h"
#include "latentfuzz/adapters/zoo.h"

namespace latentfuzz {
namespace {

struct Adapter {
  std::string_view scheme;
  // The model's file, beside which its card may lie; empty where the URI names none.
  std::filesystem::path (*locate)(const ModelUri& uri);
  // Holds the card against what the file says of itself, and fills in what the card leaves out.
  std::unique_ptr<LoadedModel> (*load)(const ModelSource&, ModelCard*, Passes);
};

std::filesystem::path AsGiven(const ModelUri& uri) { return uri.path; }
std::filesystem::path NoFile(const ModelUri&) { return {}; }
std::filesystem::path InZoo(const ModelUri& uri) { return ZooModel(uri.path); }

constexpr Adapter kAdapters[] = {
    {"torchscript", AsGiven, LoadTorchScript},         {"zoo", InZoo, LoadTorchScript},
    {"onnxruntime", AsGiven, LoadOnnxRuntime},         {"opencv", AsGiven, LoadOpenCv},
    {"process", process::FileWithCard, process::Load}, {"kserve", NoFile, LoadKserve},
};

const Adapter& AdapterOf(const ModelUri& uri) {
  return *std::find_if(std::begin(kAdapters), std::end(kAdapters),
                       [&](const Adapter& adapter) { return adapter.scheme == uri.scheme; });
}

// A card that is named apart comes before the one that the URI names.
ModelCard ReadCard(const ModelSource& source, const std::string& given,
                   std::optional<Task> expected) {
  const auto option = source.uri.options.find("card");
  const bool named = given.empty() && option != source.uri.options.end();
  return ReadCardOf(source.file, named ? option->second : given, expected);
}

ModelSource Locate(std::string_view text) {
  const ModelUri uri = ModelUri::Parse(text);
  return {AdapterOf(uri).locate(uri), uri, std::string(text)};
}

template <typename Make>
auto Load(const ModelSource& source, ModelCard card, Passes passes, Make make) {
  std::unique_ptr<LoadedModel> model = AdapterOf(source.uri).load(source, &card, passes);
  return make(source, std::move(card), std::move(model));
}

template <typename Make>
auto Open(std::string_view text, const OpenOptions& options, Task task, Make make) {
  const ModelSource source = Locate(text);
  return Load(source, ReadCard(source, options.card, task), options.passes, make);
}

}  // namespace

Task TaskOf(std::string_view uri) { return ReadCard(Locate(uri), "", std::nullopt).task; }

std::unique_ptr<Classifier> OpenClassifier(std::string_view uri, const OpenOptions& options) {
  return Open(uri, options, Task::kClassification, MakeClassifier);
}

std::unique_ptr<Classifier> OpenClassifierAs(std::string_view uri, ModelCard card, Passes passes) {
  return Load(Locate(uri), std::move(card), passes, MakeClassifier);
}

std::unique_ptr<Generator> OpenGenerator(std::string_view uri, const OpenOptions& options) {
  return Open(uri, options, Task::kGenerator, MakeGenerator);
}

}  // namespace latentfuzz
