// The table of adapters: which code opens which scheme.
#include <algorithm>
#include <optional>

#include "latentfuzz/adapters/kserve/model.h"
#include "latentfuzz/adapters/loaded_model.h"
#include "latentfuzz/adapters/onnxruntime_model.h"
#include "latentfuzz/adapters/open_model.h"
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
  return ReadCardOf(source.file, given.empty() ? source.uri.Text("card") : given, expected);
}

ModelSource Locate(std::string_view text) {
  const ModelUri uri = ModelUri::Parse(text);
  return {AdapterOf(uri).locate(uri), uri, std::string(text)};
}

OpenedModel Load(ModelSource source, ModelCard card, Passes passes) {
  OpenedModel opened{std::move(source), std::move(card), nullptr};
  opened.model = AdapterOf(opened.source.uri).load(opened.source, &opened.card, passes);
  return opened;
}

template <typename Make>
auto Finish(OpenedModel opened, Make make) {
  return make(opened.source, std::move(opened.card), std::move(opened.model));
}

}  // namespace

OpenedModel OpenModel(std::string_view uri, const OpenOptions& options,
                      std::optional<Task> expected) {
  const ModelSource source = Locate(uri);
  return Load(source, ReadCard(source, options.card, expected), options.passes);
}

Task TaskOf(std::string_view uri) { return ReadCard(Locate(uri), "", std::nullopt).task; }

std::unique_ptr<Classifier> OpenClassifier(std::string_view uri, const OpenOptions& options) {
  return Finish(OpenModel(uri, options, Task::kClassification), MakeClassifier);
}

std::unique_ptr<Classifier> OpenClassifierAs(std::string_view uri, ModelCard card, Passes passes) {
  return Finish(Load(Locate(uri), std::move(card), passes), MakeClassifier);
}

std::unique_ptr<Generator> OpenGenerator(std::string_view uri, const OpenOptions& options) {
  return Finish(OpenModel(uri, options, Task::kGenerator), MakeGenerator);
}

}  // namespace latentfuzz
