#include "latentfuzz/harness/doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/preflight.h"
#include "latentfuzz/harness/real_images.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kNoiseImages = 64;
constexpr std::size_t kPriorDraws = 256;

std::string EngineText(const EngineInfo& engine) {
  std::string text = fmt::format("{} {}, {} thread{}", engine.engine, engine.version,
                                 engine.threads, engine.threads == 1 ? "" : "s");
  if (!engine.blas.empty()) text += ", BLAS " + engine.blas;
  if (!engine.qengine.empty()) text += ", quantized engine " + engine.qengine;
  return text;
}

std::string ShapeText(const ModelCard& card) {
  const auto& image = card.image;
  return fmt::format("{} {} in [{:g}, {:g}]", image.shape ? image.shape->ToString() : "any size",
                     image.color == ColorOrder::kGray  ? "grey"
                     : image.color == ColorOrder::kRgb ? "RGB"
                                                       : "BGR",
                     image.low, image.high);
}

std::string WithOption(const std::string& uri, const std::string& option) {
  return uri + (uri.find('?') == std::string::npos ? "?" : "&") + option;
}

ScoreBatch PredictInChunks(Classifier* model, const ImageBatch& images, std::size_t chunk) {
  ScoreBatch all;
  for (std::size_t begin = 0; begin < images.size(); begin += chunk) {
    const ScoreBatch part =
        model->Predict(images.Slice(begin, std::min(chunk, images.size() - begin)));
    all.kind = part.kind;
    all.classes = part.classes;
    all.values.insert(all.values.end(), part.values.begin(), part.values.end());
  }
  return all;
}

struct Noise {
  double probability = 0;  // largest difference
  std::size_t labels = 0;  // that changed
};

Noise Compare(const ScoreBatch& a, const ScoreBatch& b) {
  const ScoreBatch p = ToProbabilities(a);
  const ScoreBatch q = ToProbabilities(b);
  Noise noise;
  for (std::size_t i = 0; i < p.size(); ++i) {
    noise.labels += ArgMax(p.row(i)) != ArgMax(q.row(i));
    for (std::size_t c = 0; c < p.classes; ++c) {
      const double d =
          std::abs(static_cast<double>(p.row(i)[c]) - static_cast<double>(q.row(i)[c]));
      if (d > noise.probability) noise.probability = d;
    }
  }
  return noise;
}

bool AllFinite(const ScoreBatch& scores) {
  return std::all_of(scores.values.begin(), scores.values.end(),
                     [](float s) { return std::isfinite(s); });
}

// Rows that are distributions already: softmax would be applied twice to them.
bool LooksLikeProbabilities(const ScoreBatch& scores) {
  for (std::size_t i = 0; i < scores.size(); ++i) {
    double sum = 0;
    for (const float s : scores.row(i)) {
      if (s < 0 || s > 1) return false;
      sum += static_cast<double>(s);
    }
    if (std::abs(sum - 1) > 1e-3) return false;
  }
  return scores.size() > 0;
}

class Doctor {
 public:
  explicit Doctor(const DoctorOptions& options) : options_(options) {}

  Diagnosis Run() {
    diagnosis_.text += fmt::format("machine    CPU class {}\n", CpuFeatureClass());
    for (const std::string& uri : options_.models) Open(uri);
    if (classifiers_.size() > 2) {
      throw Error(ErrorKind::kUsage, "doctor takes one or two classifiers and a generator");
    }
    FindImages();
    if (generator_ != nullptr) DescribeGenerator();
    for (const auto& classifier : classifiers_) Examine(*classifier);
    if (classifiers_.size() == 1 && !labels_.empty()) ExamineAlone();
    if (classifiers_.size() == 2 && images_.size() > 0) ExaminePair();
    return std::move(diagnosis_);
  }

 private:
  void Say(const std::string& what, const std::string& text) {
    diagnosis_.text += fmt::format("  {:<18} {}\n", what, text);
  }
  void Problem(const std::string& text) { diagnosis_.problems.push_back(text); }

  void Open(const std::string& uri) {
    if (TaskOf(uri) == Task::kClassification) {
      classifiers_.push_back(OpenClassifier(uri));
    } else if (generator_ == nullptr) {
      generator_ = OpenGenerator(uri);
    } else {
      throw Error(ErrorKind::kUsage, "doctor takes one generator at most");
    }
  }

  void FindImages() {
    CampaignOptions options;
    options.images = options_.images;
    options.labels = options_.labels;
    const ModelCard& card =
        generator_ != nullptr ? generator_->card() : classifiers_.front()->card();
    const std::vector<std::string> classes =
        classifiers_.empty() ? card.latent_classes : classifiers_.front()->card().classes;
    if (auto real = LoadRealImages(options, card, classes)) {
      images_ = std::move(real->images);
      labels_ = std::move(real->labels);
      diagnosis_.text += fmt::format("images     {} labelled real images\n", images_.size());
    } else if (generator_ != nullptr) {
      images_ = generator_->Decode(DrawPrior(card, kPriorDraws, 1));
      diagnosis_.text += fmt::format("images     {} decoded prior draws\n", images_.size());
    } else {
      diagnosis_.text +=
          "images     none: give --images, or a generator, to measure accuracy, "
          "agreement and noise\n";
    }
  }

  void DescribeGenerator() {
    const ModelCard& card = generator_->card();
    diagnosis_.text += fmt::format("generator  {}\n", generator_->uri());
    Say("latent", fmt::format("{} dimensions, prior {}", card.latent_size,
                              card.prior == LatentPrior::kNormal ? "normal" : "uniform"));
    if (!card.latent_classes.empty()) {
      Say("conditional", fmt::format("{} classes", card.latent_classes.size()));
    }
    Say("images", ShapeText(card));
    Say("encodes", generator_->can_encode() ? "yes" : "no");
    Say("engine", EngineText(generator_->engine()));
    Say("fingerprint", generator_->fingerprint().substr(0, 16));
  }

  void Examine(Classifier& model) {
    const ModelCard& card = model.card();
    diagnosis_.text += fmt::format("classifier {}\n", model.uri());
    Say("images", ShapeText(card));
    Say("output", fmt::format("{} classes, {}", card.classes.size(),
                              card.scores == ScoreKind::kLogits ? "logits" : "probabilities"));
    Say("engine", EngineText(model.engine()));
    Say("fingerprint", model.fingerprint().substr(0, 16));
    if (images_.size() == 0) return;
    const ScoreBatch scores = PredictInChunks(&model, images_, kPriorDraws);
    if (!AllFinite(scores)) Problem(model.uri() + " gives NaN or infinite scores on clean images");
    if (OutOfRange(scores)) {
      Problem(model.uri() +
              ": its scores lie outside [0, 1], but the card says probabilities; set "
              "[output] kind = \"logits\"");
    }
    if (card.scores == ScoreKind::kLogits && LooksLikeProbabilities(scores)) {
      Problem(model.uri() +
              ": its scores sum to 1, but the card says logits; set [output] kind = "
              "\"probabilities\"");
    }
    if (!labels_.empty()) {
      Say("accuracy",
          fmt::format("{:.2f} % of {}", 100 * Accuracy(scores, labels_), labels_.size()));
    }
    SayNoise(model);
    all_scores_.push_back(scores);
  }

  void SayNoise(Classifier& model) {
    const ImageBatch probe = images_.Slice(0, std::min(kNoiseImages, images_.size()));
    const ScoreBatch base = PredictInChunks(&model, probe, probe.size());
    const auto say = [&](const char* what, const ScoreBatch& other) {
      const Noise noise = Compare(base, other);
      Say(what, fmt::format("probabilities differ by at most {:.2g}, {} labels of {}",
                            noise.probability, noise.labels, probe.size()));
      if (noise.probability > kMostNoise) {
        Problem(fmt::format("{} is not deterministic ({}): is dropout active?", model.uri(), what));
      }
    };
    say("noise: batch 1", PredictInChunks(&model, probe, 1));
    const auto shipped = OpenClassifier(model.uri(), {Passes::kAsShipped, ""});
    say("noise: as shipped", PredictInChunks(shipped.get(), probe, 1));
    const int threads = model.engine().threads == 1 ? 2 : 1;
    const auto threaded =
        OpenClassifier(WithOption(model.uri(), fmt::format("threads={}", threads)));
    say(threads == 1 ? "noise: 1 thread" : "noise: 2 threads",
        PredictInChunks(threaded.get(), probe, probe.size()));
  }

  void ExaminePair() {
    const ScoreBatch& a = all_scores_[0];
    const ScoreBatch& b = all_scores_[1];
    if (a.classes != b.classes) {
      Problem(fmt::format("class counts differ: {} and {}", a.classes, b.classes));
      return;
    }
    std::size_t agreeing = 0;
    for (std::size_t i = 0; i < a.size(); ++i) agreeing += ArgMax(a.row(i)) == ArgMax(b.row(i));
    const double agreement = static_cast<double>(agreeing) / static_cast<double>(a.size());
    diagnosis_.text += "pair\n";
    Say("clean agreement", fmt::format("{:.2f} % of {}", 100 * agreement, a.size()));
    CheckUsable(false, agreement);
  }

  void ExamineAlone() { CheckUsable(true, Accuracy(all_scores_[0], labels_)); }

  void CheckUsable(bool single, double agreement) {
    Preflight preflight;
    preflight.single = single;
    preflight.images = preflight.judged = images_.size();
    preflight.agreement = agreement;
    try {
      RequireUsable(preflight, all_scores_[0].classes, options_.min_agreement);
    } catch (const Error& error) {
      Problem(error.what());
    }
  }

  const DoctorOptions& options_;
  Diagnosis diagnosis_;
  std::unique_ptr<Generator> generator_;
  std::vector<std::unique_ptr<Classifier>> classifiers_;
  ImageBatch images_;
  std::vector<int> labels_;
  std::vector<ScoreBatch> all_scores_;
};

}  // namespace

Diagnosis Diagnose(const DoctorOptions& options) { return Doctor(options).Run(); }

}  // namespace latentfuzz
