#include "latentfuzz/tests/harness/toy_models.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace latentfuzz::toy {
namespace {

class ToyGenerator : public Generator {
 public:
  using Draw = float (*)(std::span<const float> latent, int label, std::size_t pixel);

  ToyGenerator(const std::string& name, std::vector<std::string> classes, Draw draw,
               std::vector<std::size_t>* calls)
      : fingerprint_(64, static_cast<char>('7' + classes.size())),
        uri_("toy:" + name),
        draw_(draw),
        calls_(calls) {
    card_.task = Task::kGenerator;
    card_.image.shape = kShape;
    card_.latent_size = 2;
    card_.latent_classes = std::move(classes);
    engine_.engine = "toy";
  }

  ImageBatch Decode(const LatentBatch& latents) override {
    if (calls_ != nullptr) calls_->push_back(latents.size());
    ImageBatch images(latents.size(), kShape);
    for (std::size_t i = 0; i < latents.size(); ++i) {
      for (std::size_t p = 0; p < kShape.pixels(); ++p) {
        images.image(i)[p] = draw_(latents.row(i), latents.labels[i], p);
      }
    }
    return images;
  }
  bool can_encode() const override { return false; }
  LatentBatch Encode(const ImageBatch&, std::span<const int>) override { return {}; }
  const ModelCard& card() const override { return card_; }
  const EngineInfo& engine() const override { return engine_; }
  const std::string& fingerprint() const override { return fingerprint_; }
  const std::string& uri() const override { return uri_; }

 private:
  ModelCard card_;
  EngineInfo engine_;
  std::string fingerprint_;
  std::string uri_;
  Draw draw_;
  std::vector<std::size_t>* calls_;
};

float DrawGenes(std::span<const float> latent, int, std::size_t pixel) {
  return Pixel(latent[pixel % 2]);
}

float DrawLabelled(std::span<const float> latent, int label, std::size_t pixel) {
  const float side = label == 1 ? 1 : -1;
  return std::clamp(0.5F + side * std::abs(latent[pixel % 2]) / 8, 0.0F, 1.0F);
}

}  // namespace

float Pixel(float gene) { return std::clamp((gene + 4) / 8, 0.0F, 1.0F); }

std::shared_ptr<Generator> MakeGenerator(std::vector<std::size_t>* calls) {
  return std::make_shared<ToyGenerator>("generator", std::vector<std::string>{}, DrawGenes, calls);
}

std::shared_ptr<Generator> MakeConditionalGenerator() {
  return std::make_shared<ToyGenerator>(
      "conditional", std::vector<std::string>{"class 0", "class 1"}, DrawLabelled, nullptr);
}

ModelCard ClassifierCard(std::size_t classes, ScoreKind kind) {
  ModelCard card;
  card.image.shape = kShape;
  card.scores = kind;
  for (std::size_t c = 0; c < classes; ++c) card.classes.push_back("class " + std::to_string(c));
  return card;
}

std::shared_ptr<Classifier> MakeFunction(const std::string& name, PredictFunction function) {
  return MakeCallableClassifier(name, "1", ClassifierCard(2), std::move(function));
}

std::shared_ptr<Classifier> MakeThreshold(double threshold, const std::string& name) {
  return MakeFunction(name + std::to_string(threshold), [threshold](const ImageBatch& images) {
    ScoreBatch scores{ScoreKind::kLogits, 2, {}};
    for (std::size_t i = 0; i < images.size(); ++i) {
      scores.values.push_back(0);
      scores.values.push_back(
          static_cast<float>(20 * (static_cast<double>(images.image(i)[0]) - threshold)));
    }
    return scores;
  });
}

Target MakePair(double gap) {
  return {MakeGenerator(), MakeThreshold(0.5), MakeThreshold(0.5 + gap, "other")};
}

Target MakeSingle(double gap) { return {MakeConditionalGenerator(), MakeThreshold(0.5 + gap)}; }

CampaignOptions MakeOptions(const std::filesystem::path& corpus, std::uint64_t evals,
                            const std::string& strategy) {
  CampaignOptions options;
  options.strategy.name = strategy;
  options.strategy.population = 16;
  options.strategy.offspring = 16;
  options.batch = 32;
  options.radius = 0.1;
  options.evals = evals;
  options.corpora = {corpus.string()};
  return options;
}

}  // namespace latentfuzz::toy
