// The table of adapters: which code opens which scheme.
#include <fmt/format.h>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/adapters/model_uri.h"
#include "latentfuzz/adapters/torchscript.h"
#include "latentfuzz/adapters/zoo.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

struct Adapter {
  std::string_view scheme;
  std::filesystem::path (*locate)(std::string_view path);
  std::unique_ptr<Classifier> (*classifier)(const TorchScriptSource&, const OpenOptions&);
  std::unique_ptr<Generator> (*generator)(const TorchScriptSource&, const OpenOptions&);
};

std::filesystem::path AsGiven(std::string_view path) { return path; }

constexpr Adapter kAdapters[] = {
    {"torchscript", AsGiven, OpenTorchScriptClassifier, OpenTorchScriptGenerator},
    {"zoo", ZooModel, OpenTorchScriptClassifier, OpenTorchScriptGenerator},
};

template <typename Model>
std::unique_ptr<Model> Open(std::string_view text, const OpenOptions& options,
                            std::unique_ptr<Model> (*Adapter::*maker)(const TorchScriptSource&,
                                                                      const OpenOptions&),
                            std::string_view what) {
  const ModelUri uri = ModelUri::Parse(text);
  for (const Adapter& adapter : kAdapters)
    if (adapter.scheme == uri.scheme && adapter.*maker != nullptr)
      return (adapter.*maker)({adapter.locate(uri.path), uri, std::string(text)}, options);
  throw Error(ErrorKind::kUsage,
              fmt::format("{}: the scheme {}: opens no {}", text, uri.scheme, what),
              "use zoo:NAME or torchscript:PATH");
}

}  // namespace

std::unique_ptr<Classifier> OpenClassifier(std::string_view uri, const OpenOptions& options) {
  return Open(uri, options, &Adapter::classifier, "classifier");
}

std::unique_ptr<Generator> OpenGenerator(std::string_view uri, const OpenOptions& options) {
  return Open(uri, options, &Adapter::generator, "generator");
}

}  // namespace latentfuzz
