#include <fmt/format.h>
#include <torch/script.h>

#include "latentfuzz/training/classifier_design.h"
#include "latentfuzz/training/measure.h"
#include "latentfuzz/training/minimiser.h"
#include "latentfuzz/training/script_module.h"
#include "latentfuzz/training/train_job.h"

namespace latentfuzz::training {
namespace {

constexpr double kImages = 400000;  // shown in all, unless that takes fewer or more epochs than:
constexpr int kLeastEpochs = 8;
constexpr int kMostEpochs = 100;

torch::Tensor CrossEntropy(torch::jit::Module& net, const Minibatch& batch) {
  return torch::cross_entropy_loss(net.forward({batch.images}).toTensor(), batch.labels);
}

}  // namespace

TrainedClassifier FitClassifier(const TrainJob& job, const std::string& stage, int epochs,
                                double seconds) {
  const TrainOptions& options = job.options();
  const ModuleDesign design = ClassifierDesign(job.shape(), job.classes());
  TrainedClassifier result{BuildModule("Classifier", design, options.seed), {}};
  const auto loss = [&result](const Minibatch& batch) {
    return CrossEntropy(result.module, batch);
  };
  Minimiser learner(result.module, loss, {.learning_rate = 2e-3, .weight_decay = 1e-2});
  Fit fit(learner, job.train(),
          {.epochs = epochs,
           .batch = job.Batch(),
           .augmentation = {.flip = options.flip, .max_shift = 1},
           .seed = options.seed});
  SessionOptions session = job.Session(stage, epochs);
  session.seconds = seconds;
  result.session = RunSession(
      result.module, fit, [&] { return MeanLoss(job.held_out(), job.Batch(), loss); }, session);
  return result;
}

TrainReport TrainClassifier(const TrainOptions& options, const TrainObserver& observer) {
  PrepareTraining();
  const TrainJob job(options, observer);
  observer.say(job.Summary());
  TrainedClassifier trained = FitClassifier(
      job, "classifier", job.Epochs(kImages, kLeastEpochs, kMostEpochs), job.SecondsLeft());
  if (trained.session.interrupted) return {.interrupted = true};

  const torch::Tensor labels = PredictLabels(trained.module, ToTensor(job.held_out().images));
  TrainReport report{.metrics = {{"epochs", trained.session.epochs},
                                 {"best_epoch", trained.session.best_epoch},
                                 {"cross_entropy", trained.session.held_out},
                                 {"accuracy", Share(labels, ToTensor(job.held_out().labels))}},
                     .model = options.out};
  SaveModule(trained.module, options.out);
  report.card = WriteCard(
      options.out, ClassifierCard("Convolutional network, float.", job.Facts(), job.class_names()));
  job.RemoveCheckpoints();
  return report;
}

}  // namespace latentfuzz::training
