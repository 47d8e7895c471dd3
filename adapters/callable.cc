#include "latentfuzz/adapters/callable.h"

#include <fmt/format.h>

#include "latentfuzz/adapters/batching.h"
#include "latentfuzz/base/error.h"
#include "latentfuzz/base/fingerprint.h"

namespace latentfuzz {
namespace {

class CallableClassifier final : public Classifier {
 public:
  CallableClassifier(const std::string& name, const std::string& version, ModelCard card,
                     PredictFunction function)
      : card_(std::move(card)),
        function_(std::move(function)),
        uri_("callable:" + name),
        fingerprint_(
            Fingerprint().Add("callable").Add(name).Add(version).Add(CanonicalText(card_)).Hex()) {
    engine_.engine = "callable";
    engine_.version = version;
  }

  ScoreBatch Predict(const ImageBatch& images) override {
    return PredictInParts(card_, images, uri_, [&](std::span<const float> pixels, std::size_t) {
      ImageBatch part;
      part.shape = card_.image.shape.value_or(images.shape);
      part.values.assign(pixels.begin(), pixels.end());
      return function_(part);
    });
  }

  const ModelCard& card() const override { return card_; }
  const EngineInfo& engine() const override { return engine_; }
  const std::string& fingerprint() const override { return fingerprint_; }
  const std::string& uri() const override { return uri_; }

 private:
  ModelCard card_;
  PredictFunction function_;
  std::string uri_;
  std::string fingerprint_;
  EngineInfo engine_;
};

}  // namespace

std::unique_ptr<Classifier> MakeCallableClassifier(std::string name, std::string version,
                                                   ModelCard card, PredictFunction function) {
  if (!card.scores || card.classes.empty())
    throw Error(ErrorKind::kUsage,
                fmt::format("callable classifier {}: the card has no {}", name,
                            card.scores ? "class names" : "score kind"),
                "set ModelCard::scores and ModelCard::classes");
  return std::make_unique<CallableClassifier>(name, version, std::move(card), std::move(function));
}

}  // namespace latentfuzz
