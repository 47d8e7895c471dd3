#include "latentfuzz/training/train_generator.h"

#include <fmt/format.h>

#include <algorithm>

#include "latentfuzz/base/error.h"
#include "latentfuzz/training/measure.h"
#include "latentfuzz/training/near_copy.h"
#include "latentfuzz/training/sample_sheet.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

constexpr double kGuideImages =
    60000;  // shown in all, unless that takes fewer or more epochs than:
constexpr int kLeastGuideEpochs = 2, kMostGuideEpochs = 30;
constexpr double kGuideShare = 0.15;  // of the time asked for

// Never more than the generator is asked to have.
int GuideEpochs(const TrainJob& job) {
  const auto enough =
      static_cast<int>(kGuideImages / static_cast<double>(job.train().labels.size()));
  const int epochs = std::clamp(enough, kLeastGuideEpochs, kMostGuideEpochs);
  return job.options().epochs > 0 ? std::min(epochs, job.options().epochs) : epochs;
}

std::filesystem::path SheetPath(const TrainOptions& options) {
  std::filesystem::path path = options.out;
  return path.replace_extension(".samples.png");
}

void WriteSheet(ScriptGenerator& generator, const TrainJob& job) {
  WriteText(SheetPath(job.options()), SampleSheet(generator, job.held_out(), job.options().seed));
}

SessionResult Run(GeneratorTraining& training, const TrainJob& job) {
  Fit fit(*training.learner, job.train(), training.fit);
  SessionOptions session = job.Session(training.stage, training.fit.epochs);
  session.seconds = job.SecondsLeft();
  session.after_epoch = [&](const EpochReport& report) {
    WriteSheet(training.generator, job);
    job.observer().after_epoch(report);
  };
  return RunSession(
      training.generator.module, fit, [&] { return training.held_out(training.generator); },
      session);
}

std::string Capitalised(std::string text) {
  if (text.front() >= 'a' && text.front() <= 'z') text.front() -= 'a' - 'A';
  return text;
}

TrainReport Finish(GeneratorTraining& training, const SessionResult& session,
                   torch::jit::Module& guide, const TrainJob& job) {
  ScriptGenerator& generator = training.generator;
  const TrainOptions& options = job.options();
  TrainReport report{.metrics = {{"epochs", session.epochs},
                                 {"best_epoch", session.best_epoch},
                                 {training.objective, session.held_out}},
                     .model = options.out,
                     .sheet = SheetPath(options)};
  const Metrics measured =
      MeasureGenerator(generator, guide, job.held_out(), job.classes(), options.seed);
  report.metrics.insert(report.metrics.end(), measured.begin(), measured.end());
  WriteSheet(generator, job);
  const double radius = NearCopyRadius(job.train());
  report.metrics.emplace_back("near_copy_radius", radius);
  SaveModule(generator.module, options.out);
  GeneratorFacts facts{
      .latent = generator.latent, .decode = training.decode, .near_copy_radius = radius};
  if (generator.conditional()) facts.classes = job.class_names();
  report.card =
      WriteCard(options.out, GeneratorCard(Capitalised(training.name) + ".", job.Facts(), facts));
  job.RemoveCheckpoints();
  return report;
}

}  // namespace

void RequireFit(const TrainJob& job, bool fits, const char* hint) {
  if (fits) return;
  throw Error(ErrorKind::kData,
              fmt::format("{}: no design for images of {}", job.options().data.string(),
                          job.shape().ToString()),
              hint);
}

TrainReport TrainGenerator(const TrainOptions& options, const TrainObserver& observer,
                           const GeneratorFamily& family) {
  PrepareTraining();
  const TrainJob job(options, observer);
  family.require(job);
  observer.say(job.Summary());
  observer.say("a classifier, to guide and to measure the generator");
  TrainedClassifier guide =
      FitClassifier(job, "guide", GuideEpochs(job), kGuideShare * job.SecondsLeft());
  if (guide.session.interrupted) return {.interrupted = true};
  for (torch::Tensor& each : Parameters(guide.module)) each.requires_grad_(false);

  GeneratorTraining training = family.begin(job, guide.module);
  observer.say(
      fmt::format("a {} of {} latent dimensions", training.name, training.generator.latent));
  const SessionResult session = Run(training, job);
  if (session.interrupted) return {.interrupted = true};
  return Finish(training, session, guide.module, job);
}

}  // namespace latentfuzz::training
