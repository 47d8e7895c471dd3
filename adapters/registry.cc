// The table of adapters: which code opens which scheme.
#include <algorithm>

#include "latentfuzz/adapters/loaded_model.h"
#include "latentfuzz/adapters/onnxruntime_model.h"
#include "latentfuzz/adapters/opencv_model.h"
#include "latentfuzz/adapters/torchscript_module.h"
#include "latentfuzz/adapters/zoo.h"

namespace latentfuzz {
namespace {

struct Adapter {
  std::string_view scheme;
  std::filesystem::path (*locate)(std::string_view path);
  // Holds the card against what the file says of itself, and fills in what the card leaves out.
  std::unique_ptr<LoadedModel> (*load)(const ModelSource&, ModelCard*, Passes);
};

std::filesystem::path AsGiven(std::string_view path) { return path; }

constexpr Adapter kAdapters[] = {
    {"torchscript", AsGiven, LoadTorchScript},
    {"zoo", ZooModel, LoadTorchScript},
    {"onnxruntime", AsGiven, LoadOnnxRuntime},
    {"opencv", AsGiven, LoadOpenCv},
};

template <typename Make>
auto Open(std::string_view text, const OpenOptions& options, Task task, Make make) {
  const ModelUri uri = ModelUri::Parse(text);
  const auto adapter = std::find_if(std::begin(kAdapters), std::end(kAdapters),
                                    [&](const Adapter& a) { return a.scheme == uri.scheme; });
  const ModelSource source{adapter->locate(uri.path), uri, std::string(text)};
  ModelCard card = ReadCardOf(source.file, options.card, task);
  std::unique_ptr<LoadedModel> model = adapter->load(source, &card, options.passes);
  return make(source, std::move(card), std::move(model));
}

}  // namespace

std::unique_ptr<Classifier> OpenClassifier(std::string_view uri, const OpenOptions& options) {
  return Open(uri, options, Task::kClassification, MakeClassifier);
}

std::unique_ptr<Generator> OpenGenerator(std::string_view uri, const OpenOptions& options) {
  return Open(uri, options, Task::kGenerator, MakeGenerator);
}

}  // namespace latentfuzz
