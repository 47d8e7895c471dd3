#include "latentfuzz/harness/doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/adapters/model_card_words.h"
#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/doctor/chart.h"
#include "latentfuzz/harness/doctor/checks.h"
#include "latentfuzz/harness/doctor/compare_scores.h"
#include "latentfuzz/harness/doctor/generator_report.h"
#include "latentfuzz/harness/in_chunks.h"
#include "latentfuzz/harness/preflight.h"
#include "latentfuzz/harness/real_images.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kPriorDraws = 256;
constexpr std::size_t kBatch = 256;

std::string ShapeText(const ModelCard& card) {
  const auto& image = card.image;
  return fmt::format("{} {} in [{:g}, {:g}]{}", image.shape ? image.shape->ToString() : "any size",
                     image.color == ColorOrder::kGray  ? "grey"
                     : image.color == ColorOrder::kRgb ? "RGB"
                                                       : "BGR",
                     image.low, image.high,
                     image.resize == Resize::kNone
                         ? std::string()
                         : fmt::format(", resized ({})", WordFor(kResizeWords, image.resize)));
}

class Doctor {
 public:
  explicit Doctor(const DoctorOptions& options) : options_(options) {}

  Diagnosis Run() {
    chart_.Head("machine", fmt::format("CPU class {}", CpuFeatureClass()));
    for (const std::string& uri : options_.models) Open(uri);
    if (classifiers_.size() > 2) {
      throw Error(ErrorKind::kUsage, "doctor takes one or two classifiers and a generator");
    }
    FindImages();
    if (generator_ != nullptr) DescribeGenerator();
    for (const auto& classifier : classifiers_) Examine(*classifier);
    if (generator_ != nullptr) ExamineGenerator();
    const bool answered = std::ranges::all_of(
        scores_, [&](const ScoreBatch& scores) { return scores.size() == images_.size(); });
    if (classifiers_.size() == 1 && !labels_.empty() && answered) ExamineAlone();
    if (classifiers_.size() == 2 && images_.size() > 0 && answered) ExaminePair();
    return chart_.Take();
  }

 private:
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
      chart_.Head("images", fmt::format("{} labelled real images", images_.size()));
    } else if (generator_ != nullptr) {
      images_ = generator_->Decode(DrawPrior(card, kPriorDraws, 1));
      chart_.Head("images", fmt::format("{} decoded prior draws", images_.size()));
    } else {
      chart_.Head("images",
                  "none: give --images, or a generator, to measure accuracy, agreement and noise");
    }
  }

  void DescribeGenerator() {
    const ModelCard& card = generator_->card();
    chart_.Head("generator", generator_->uri());
    chart_.Say("latent", fmt::format("{} dimensions, prior {}", card.latent_size,
                                     card.prior == LatentPrior::kNormal ? "normal" : "uniform"));
    if (!card.latent_classes.empty()) {
      chart_.Say("conditional", fmt::format("{} classes", card.latent_classes.size()));
    }
    chart_.Say("images", ShapeText(card));
    chart_.Say("encodes", generator_->can_encode() ? "yes" : "no");
    chart_.Say("engine", generator_->engine().ToString());
    chart_.Say("fingerprint", generator_->fingerprint().substr(0, 16));
  }

  // The first classifier judges.
  void ExamineGenerator() {
    Classifier* judge = classifiers_.empty() ? nullptr : classifiers_.front().get();
    chart_.Head("draws", judge == nullptr ? "not judged: give a classifier" : judge->uri());
    const ImageBatch none;
    const bool real = !labels_.empty();
    try {
      ReportGenerator({*generator_, judge, real ? images_ : none, labels_}, options_.sheet,
                      &chart_);
    } catch (const Error& error) {
      chart_.Problem(error.hint().empty() ? error.what()
                                          : fmt::format("{}; {}", error.what(), error.hint()));
    }
  }

  void Examine(Classifier& model) {
    const ModelCard& card = model.card();
    chart_.Head("classifier", model.uri());
    chart_.Say("images", ShapeText(card));
    chart_.Say("output", fmt::format("{} classes, {}{}", card.classes.size(),
                                     card.scores == ScoreKind::kLogits ? "logits" : "probabilities",
                                     card.indices_name.empty() ? "" : " of the likeliest"));
    chart_.Say("engine", model.engine().ToString());
    chart_.Say("fingerprint", model.fingerprint().substr(0, 16));
    if (images_.size() == 0) return;
    ScoreBatch& scores = scores_.emplace_back();
    Guarded([&] {
      scores = PredictInChunks(model, images_, kBatch);
      return Next::kCheck;
    });
    if (scores.size() != images_.size()) return;
    const Patient patient{model, images_, labels_, scores, options_.program};
    for (const Check& check : AllChecks())
      if (Guarded([&] { return check.run(patient, &chart_); }) == Next::kStop) break;
  }

  // What fails is a problem of the model, and no end of the examination.
  template <typename Body>
  Next Guarded(const Body& body) {
    try {
      return body();
    } catch (const Error& error) {
      chart_.Problem(error.hint().empty() ? error.what()
                                          : fmt::format("{}; {}", error.what(), error.hint()));
      return Next::kCheck;
    }
  }

  void ExaminePair() {
    const ScoreBatch& a = scores_[0];
    const ScoreBatch& b = scores_[1];
    if (a.classes != b.classes) {
      chart_.Problem(fmt::format("class counts differ: {} and {}", a.classes, b.classes));
      return;
    }
    const std::size_t differing = CompareScores(a, b).labels;
    const double agreement =
        static_cast<double>(a.size() - differing) / static_cast<double>(a.size());
    chart_.Head("pair", "");
    chart_.Say("clean agreement", fmt::format("{:.2f} % of {}", 100 * agreement, a.size()));
    CheckUsable(false, agreement);
  }

  void ExamineAlone() { CheckUsable(true, Accuracy(scores_[0], labels_)); }

  void CheckUsable(bool single, double agreement) {
    Preflight preflight;
    preflight.single = single;
    preflight.images = preflight.judged = images_.size();
    preflight.agreement = agreement;
    try {
      RequireUsable(preflight, scores_[0].classes, options_.min_agreement);
    } catch (const Error& error) {
      chart_.Problem(error.what());
    }
  }

  const DoctorOptions& options_;
  Chart chart_;
  std::unique_ptr<Generator> generator_;
  std::vector<std::unique_ptr<Classifier>> classifiers_;
  ImageBatch images_;
  std::vector<int> labels_;
  std::vector<ScoreBatch> scores_;  // of each classifier
};

}  // namespace

Diagnosis Diagnose(const DoctorOptions& options) { return Doctor(options).Run(); }

}  // namespace latentfuzz
