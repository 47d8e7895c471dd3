#include <fmt/format.h>

#include "latentfuzz/adapters/batching.h"
#include "latentfuzz/adapters/pixel_format.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/adapters/torchscript.h"
#include "latentfuzz/adapters/torchscript_module.h"
#include "latentfuzz/base/error.h"
#include "latentfuzz/base/fingerprint.h"

namespace latentfuzz {
namespace {

class TorchScriptClassifier final : public Classifier {
 public:
  TorchScriptClassifier(const TorchScriptSource& source, const OpenOptions& options, ModelCard card)
      : card_(std::move(card)),
        module_(source.file, ReadTorchScriptOptions(source.uri, options, card_)),
        engine_(module_.engine()),
        uri_(source.text),
        fingerprint_(
            Fingerprint().Add("classifier").AddFile(source.file).Add(CanonicalText(card_)).Hex()) {
    engine_.options = source.uri.options;
    RequireShape();
    const ImageBatch probe = ProbeImages(*card_.image.shape, ProbeRows(card_));
    LearnClasses(probe);
    Predict(probe);
    if (ReadTorchScriptOptions(source.uri, options, card_).passes == Passes::kFastest)
      module_.Optimise({Call(ModelPixels(card_.image, probe).values(), probe.size())},
                       [this](const TensorValues& a, const TensorValues& b) {
                         return SameAnswers(Probabilities(a), Probabilities(b));
                       });
  }

  ScoreBatch Predict(const ImageBatch& images) override {
    return PredictInParts(card_, images, module_.file(),
                          [this](std::span<const float> pixels, std::size_t rows) {
                            return Scores(module_.Run(Call(pixels, rows)));
                          });
  }

  const ModelCard& card() const override { return card_; }
  const EngineInfo& engine() const override { return engine_; }
  const std::string& fingerprint() const override { return fingerprint_; }
  const std::string& uri() const override { return uri_; }

 private:
  void RequireShape() const {
    if (!card_.image.shape)
      throw Error(
          ErrorKind::kSetup,
          fmt::format("{}: the card has no [input] shape, and a TorchScript file holds none",
                      card_.source.string()),
          "add shape = [channels, height, width] under [input]");
  }

  void LearnClasses(const ImageBatch& probe) {
    if (!card_.classes.empty()) return;
    const TensorValues answer =
        module_.Run(Call(ModelPixels(card_.image, probe).values(), probe.size()));
    const std::size_t classes = Scores(answer).classes;
    for (std::size_t i = 0; i < classes; ++i) card_.classes.push_back(std::to_string(i));
  }

  ModuleCall Call(std::span<const float> pixels, std::size_t rows) const {
    ModuleCall call;
    call.method = "forward";
    call.input = {TensorSizes(card_.image, *card_.image.shape, rows), pixels};
    call.output = card_.output_name;
    call.subject = fmt::format("{} images", card_.image.shape->ToString());
    return call;
  }

  ScoreBatch Scores(TensorValues answer) const {
    if (answer.sizes.size() != 2)
      throw Error(ErrorKind::kSetup,
                  fmt::format("{}: the model returns a tensor of {} dimensions, not [n, classes]",
                              module_.file(), answer.sizes.size()),
                  "let it return one row of scores an image");
    ScoreBatch scores;
    scores.kind = *card_.scores;
    scores.classes = static_cast<std::size_t>(answer.sizes[1]);
    scores.values = std::move(answer.values);
    return scores;
  }

  TensorValues Probabilities(const TensorValues& answer) const {
    return {answer.sizes, ToProbabilities(Scores(answer)).values};
  }

  ModelCard card_;
  TorchScriptModule module_;
  EngineInfo engine_;
  std::string uri_;
  std::string fingerprint_;
};

}  // namespace

std::unique_ptr<Classifier> OpenTorchScriptClassifier(const TorchScriptSource& source,
                                                      const OpenOptions& options) {
  return std::make_unique<TorchScriptClassifier>(
      source, options, ReadCardOf(source.file, options.card, Task::kClassification));
}

}  // namespace latentfuzz
