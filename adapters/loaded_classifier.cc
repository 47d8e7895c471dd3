#include <fmt/format.h>
#include <fmt/ranges.h>

#include "latentfuzz/adapters/batching.h"
#include "latentfuzz/adapters/loaded_model.h"
#include "latentfuzz/adapters/pixel_format.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/adapters/top_k.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

class LoadedClassifier final : public Classifier {
 public:
  LoadedClassifier(const ModelSource& source, ModelCard card, std::unique_ptr<LoadedModel> model)
      : card_(std::move(card)),
        model_(std::move(model)),
        engine_(model_->engine()),
        uri_(source.text),
        fingerprint_(model_->Identify("classifier", card_)) {
    engine_.options = source.uri.options;
    RequireShape();
    const ImageBatch probe = ProbeImages(*card_.image.shape, ProbeRows(card_));
    LearnClasses(probe);
    Predict(probe);
    model_->Optimise({Call(ModelPixels(card_.image, probe).values(), probe.size())},
                     [this](const TensorValues& a, const TensorValues& b) {
                       return SameAnswers(Probabilities(a), Probabilities(b));
                     });
  }

  ScoreBatch Predict(const ImageBatch& images) override {
    return PredictInParts(card_, images, model_->file(),
                          [this](std::span<const float> pixels, std::size_t rows) {
                            return Scores(model_->Run(Call(pixels, rows)));
                          });
  }

  const ModelCard& card() const override { return card_; }
  const EngineInfo& engine() const override { return engine_; }
  const std::string& fingerprint() const override { return fingerprint_; }
  const std::string& uri() const override { return uri_; }

 private:
  void RequireShape() const {
    if (!card_.image.shape)
      throw Error(ErrorKind::kSetup,
                  fmt::format("{}: the card has no [input] shape, and {} holds none",
                              card_.source.string(), model_->file()),
                  "add shape = [channels, height, width] under [input]");
  }

  void LearnClasses(const ImageBatch& probe) {
    if (!card_.classes.empty()) return;
    const TensorValues answer =
        model_->Run(Call(ModelPixels(card_.image, probe).values(), probe.size()));
    const std::size_t classes = Scores(answer).classes;
    for (std::size_t i = 0; i < classes; ++i) card_.classes.push_back(std::to_string(i));
  }

  ModelCall Call(std::span<const float> pixels, std::size_t rows) const {
    ModelCall call;
    call.method = "forward";
    call.input = {TensorSizes(card_.image, *card_.image.shape, rows), pixels};
    call.output = card_.output_name;
    call.indices = card_.indices_name;
    call.subject = fmt::format("{} images", card_.image.shape->ToString());
    return call;
  }

  // A column [n, classes, 1, 1] counts as a row, and [n] as the one column of two classes.
  ScoreBatch Scores(TensorValues answer) const {
    while (answer.sizes.size() > 2 && answer.sizes.back() == 1) answer.sizes.pop_back();
    if (answer.sizes.size() == 1 && card_.classes.size() == 2) answer.sizes.push_back(1);
    if (answer.sizes.size() != 2)
      throw Error(ErrorKind::kSetup,
                  fmt::format("{}: the model returns a tensor [{}], not [n, classes]",
                              model_->file(), fmt::join(answer.sizes, ", ")),
                  "let it return one row of scores an image, or set its fixed batch under [input]");
    if (!card_.indices_name.empty())
      return ExpandTopK(answer, card_.classes.size(), model_->file());
    ScoreBatch scores;
    scores.kind = *card_.scores;
    scores.classes = static_cast<std::size_t>(answer.sizes[1]);
    scores.values = std::move(answer.values);
    return scores.classes == 1 && card_.classes.size() == 2 ? BothOf(scores) : scores;
  }

  // The one column that tells two classes apart is the score of the second.
  static ScoreBatch BothOf(const ScoreBatch& second) {
    ScoreBatch both;
    both.kind = second.kind;
    both.classes = 2;
    for (const float score : second.values) {
      both.values.push_back(second.kind == ScoreKind::kLogits ? 0 : 1 - score);
      both.values.push_back(score);
    }
    return both;
  }

  TensorValues Probabilities(const TensorValues& answer) const {
    return {answer.sizes, ToProbabilities(Scores(answer)).values};
  }

  ModelCard card_;
  std::unique_ptr<LoadedModel> model_;
  EngineInfo engine_;
  std::string uri_;
  std::string fingerprint_;
};

}  // namespace

std::unique_ptr<Classifier> MakeClassifier(const ModelSource& source, ModelCard card,
                                           std::unique_ptr<LoadedModel> model) {
  return std::make_unique<LoadedClassifier>(source, std::move(card), std::move(model));
}

}  // namespace latentfuzz
