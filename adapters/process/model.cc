#include "latentfuzz/adapters/process/model.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "latentfuzz/adapters/process/worker.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz::process {
namespace {

constexpr int kDefaultTimeout = 60;  // seconds
constexpr int kLongestTimeout = 86400;
constexpr int kMostRestarts = 100;

class ProcessModel final : public LoadedModel {
 public:
  ProcessModel(const ModelSource& source, ModelCard* card)
      : LoadedModel("process:" + source.uri.path, {}),
        command_(ReadCommand(source.uri)),
        timeout_(source.uri.Number("timeout", 1, kLongestTimeout, kDefaultTimeout)),
        restarts_(source.uri.Number("restarts", 0, kMostRestarts, 1)) {
    Start();
    description_ = worker_->description();
    FitCard(description_, file_, card);
    engine_.engine = description_.engine;
    engine_.version = description_.engine_version;
    engine_.threads = description_.threads;
  }

  bool HasMethod(std::string_view name) const override {
    if (description_.task == Task::kClassification) return name == "forward";
    return name == "decode" || (name == "encode" && description_.encodes);
  }

  // A child has one form.
  void Optimise(const std::vector<ModelCall>&, const Accept&) override {}

  TensorValues Run(const ModelCall& call) override {
    for (int restarts = 0;; ++restarts) try {
        if (!worker_ || !worker_->usable()) Restart();
        return worker_->Run(call);
      } catch (const ChildFailure& failure) {
        worker_.reset();
        if (restarts < restarts_) continue;
        throw Failed(failure, fmt::format("on a batch of {}: {}{}", call.input.sizes.at(0),
                                          call.subject, Again(restarts)));
      }
  }

 protected:
  void AddWeights(Fingerprint* hash) const override {
    hash->Add("process");
    for (const std::string& word : command_.words) {
      const std::filesystem::path file = command_.File(word);
      if (file.empty())
        hash->Add(word);
      else
        hash->AddFile(file);
    }
    hash->Add(description_.name).Add(description_.version);
  }

 private:
  void Start() {
    worker_.reset();
    try {
      worker_.emplace(command_, timeout_, file_);
    } catch (const ChildFailure& failure) {
      throw Failed(failure, "before it described itself");
    }
  }

  void Restart() {
    Start();
    if (worker_->description() == description_) return;
    throw Error(ErrorKind::kSetup,
                fmt::format("{}: it describes another model after a restart", file_),
                "leave the worker and its files as they are while a campaign runs");
  }

  static std::string Again(int restarts) {
    if (restarts == 0) return "";
    return restarts == 1 ? ", and so did a fresh one"
                         : fmt::format(", and so did {} fresh ones", restarts);
  }

  Error Failed(const ChildFailure& failure, const std::string& when) const {
    const std::string& words = failure.last_words();
    return Error(ErrorKind::kSetup, fmt::format("{}: the child {} {}", file_, failure.what(), when),
                 words.empty() ? "run the command by hand: it wrote nothing to stderr"
                               : "the end of its stderr:\n" + words);
  }

  Command command_;
  std::chrono::seconds timeout_;
  int restarts_;
  std::optional<Worker> worker_;
  WorkerDescription description_;
};

}  // namespace

std::unique_ptr<LoadedModel> Load(const ModelSource& source, ModelCard* card, Passes) {
  return std::make_unique<ProcessModel>(source, card);
}

}  // namespace latentfuzz::process
