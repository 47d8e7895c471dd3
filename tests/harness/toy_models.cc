#include "latentfuzz/tests/harness/toy_models.h"

#include <algorithm>

namespace latentfuzz::toy {
namespace {

class ToyGenerator : public Generator {
 public:
  explicit ToyGenerator(std::vector<std::size_t>* calls) : calls_(calls) {
    card_.task = Task::kGenerator;
    card_.image.shape = kShape;
    card_.latent_size = 2;
    engine_.engine = "toy";
  }

  ImageBatch Decode(const LatentBatch& latents) override {
    if (calls_ != nullptr) calls_->push_back(latents.size());
    ImageBatch images(latents.size(), kShape);
    for (std::size_t i = 0; i < latents.size(); ++i) {
      for (std::size_t p = 0; p < kShape.pixels(); ++p) {
        images.image(i)[p] = Pixel(latents.row(i)[p % 2]);
      }
    }
    return images;
  }
  bool can_encode() const override { return false; }
  LatentBatch Encode(const ImageBatch&) override { return {}; }
  const ModelCard& card() const override { return card_; }
  const EngineInfo& engine() const override { return engine_; }
  const std::string& fingerprint() const override { return fingerprint_; }
  const std::string& uri() const override { return uri_; }

 private:
  ModelCard card_;
  EngineInfo engine_;
  std::string fingerprint_ = std::string(64, '7');
  std::string uri_ = "toy:generator";
  std::vector<std::size_t>* calls_;
};

}  // namespace

float Pixel(float gene) { return std::clamp((gene + 4) / 8, 0.0F, 1.0F); }

std::shared_ptr<Generator> MakeGenerator(std::vector<std::size_t>* calls) {
  return std::make_shared<ToyGenerator>(calls);
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
