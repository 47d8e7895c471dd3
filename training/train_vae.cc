#include <fmt/format.h>
#include <torch/script.h>

#include <algorithm>

#include "latentfuzz/base/error.h"
#include "latentfuzz/training/measure.h"
#include "latentfuzz/training/near_copy.h"
#include "latentfuzz/training/principal_components.h"
#include "latentfuzz/training/sample_sheet.h"
#include "latentfuzz/training/script_module.h"
#include "latentfuzz/training/train_job.h"
#include "latentfuzz/training/vae.h"
#include "latentfuzz/training/vae_design.h"

namespace latentfuzz::training {
namespace {

// Images shown in all, unless that takes fewer or more epochs than the bounds.
constexpr double kImages = 150000, kCriticImages = 60000;
constexpr int kLeastEpochs = 12, kMostEpochs = 200;
constexpr int kLeastCriticEpochs = 2, kMostCriticEpochs = 30;
constexpr double kCriticShare = 0.15;  // of the time asked for
constexpr int kGreyLatent = 28, kColourLatent = 128;
constexpr std::int64_t kDraws = 1000;

bool Grey(const ImageShape& shape) { return shape.channels == 1; }

int LatentSize(const TrainJob& job) {
  if (job.options().latent > 0) return job.options().latent;
  return Grey(job.shape()) ? kGreyLatent : kColourLatent;
}

void RequireFit(const TrainJob& job) {
  if (Grey(job.shape()) || ConvVaeFits(job.shape())) return;
  throw Error(ErrorKind::kData,
              fmt::format("{}: no design for images of {}", job.options().data.string(),
                          job.shape().ToString()),
              "give --size: colour images have 16, 24, 32, 48 or 64 pixels a side");
}

// Never more than the generator is asked to have.
int CriticEpochs(const TrainJob& job) {
  const auto enough =
      static_cast<int>(kCriticImages / static_cast<double>(job.train().labels.size()));
  const int epochs = std::clamp(enough, kLeastCriticEpochs, kMostCriticEpochs);
  return job.options().epochs > 0 ? std::min(epochs, job.options().epochs) : epochs;
}

torch::jit::Module Build(const TrainJob& job) {
  const std::uint64_t seed = job.options().seed;
  const int latent = LatentSize(job);
  if (Grey(job.shape())) return BuildModule("Vae", DenseVae(job.shape(), latent), seed);
  torch::jit::Module net = BuildModule("Vae", ConvVae(job.shape(), latent), seed);
  StartAtPrincipalComponents(net, job.train().images, seed);
  return net;
}

double HeldOutLoss(torch::jit::Module& net, const TrainJob& job, const VaeLoss& loss) {
  const torch::NoGradGuard no_grad;
  double sum = 0;
  ForEachBatch(job.held_out(), job.Batch(), [&](const Minibatch& batch) {
    sum +=
        NegativeElbo(net, batch, loss).item<double>() * static_cast<double>(batch.labels.size(0));
  });
  return sum / static_cast<double>(job.held_out().labels.size());
}

std::filesystem::path SheetPath(const TrainOptions& options) {
  std::filesystem::path path = options.out;
  return path.replace_extension(".samples.png");
}

SessionResult FitVae(torch::jit::Module& net, const TrainJob& job, torch::jit::Module* critic) {
  const TrainOptions& options = job.options();
  const VaeLoss loss{
      .seed = options.seed, .pixels = static_cast<double>(job.shape().pixels()), .critic = critic};
  const FitOptions fit_options{.epochs = job.Epochs(kImages, kLeastEpochs, kMostEpochs),
                               .batch = job.Batch(),
                               .learning_rate = 1.5e-3,
                               .augmentation = {.flip = options.flip},
                               .seed = options.seed};
  Fit fit(net, job.train(), fit_options,
          [&](const Minibatch& batch) { return NegativeElbo(net, batch, loss); });
  SessionOptions session = job.Session("vae", fit_options.epochs);
  session.seconds = job.SecondsLeft();
  session.after_epoch = [&](const EpochReport& report) {
    WriteText(SheetPath(options), SampleSheet(net, job.held_out().images, options.seed));
    job.observer().after_epoch(report);
  };
  return RunSession(
      net, fit, [&] { return HeldOutLoss(net, job, loss); }, session);
}

void Measure(torch::jit::Module& net, torch::jit::Module& critic, const TrainJob& job,
             TrainReport* report) {
  const torch::Tensor images = ToTensor(job.held_out().images);
  const Encoding encoding = EncodeAndDecode(net, images);
  const EncodingMetrics metrics = MeasureEncoding(encoding, images);
  const torch::Tensor labels = PredictLabels(critic, images);
  const torch::Tensor drawn =
      CallInBatches(net, "forward", StandardNormal({kDraws, LatentSize(job)}, job.options().seed));
  const torch::Tensor counts =
      torch::bincount(PredictLabels(critic, drawn), {}, job.classes()).to(torch::kFloat64) / kDraws;
  report->metrics.insert(report->metrics.end(),
                         {{"pixel_rms_error", metrics.pixel_rms_error},
                          {"encoding_deviation_min", metrics.deviation_min},
                          {"encoding_deviation_max", metrics.deviation_max},
                          {"classifier_accuracy", Share(labels, ToTensor(job.held_out().labels))},
                          {"label_kept", Share(labels, PredictLabels(critic, encoding.decoded))},
                          {"drawn_share_of_rarest_class", counts.min().item<double>()},
                          {"drawn_share_of_commonest_class", counts.max().item<double>()}});
}

}  // namespace

TrainReport TrainVae(const TrainOptions& options, const TrainObserver& observer) {
  UseOneThread();
  const TrainJob job(options, observer);
  RequireFit(job);
  observer.say(job.Summary());
  observer.say("a classifier, to guide and to measure the generator");
  TrainedClassifier critic =
      FitClassifier(job, "critic", CriticEpochs(job), kCriticShare * job.SecondsLeft());
  if (critic.session.interrupted) return {.interrupted = true};
  for (torch::Tensor& each : Parameters(critic.module)) each.requires_grad_(false);

  observer.say(fmt::format("a variational autoencoder of {} latent dimensions", LatentSize(job)));
  torch::jit::Module net = Build(job);
  const SessionResult session = FitVae(net, job, Grey(job.shape()) ? nullptr : &critic.module);
  if (session.interrupted) return {.interrupted = true};

  TrainReport report{.metrics = {{"epochs", session.epochs},
                                 {"best_epoch", session.best_epoch},
                                 {"negative_elbo", session.held_out}},
                     .model = options.out,
                     .sheet = SheetPath(options)};
  Measure(net, critic.module, job, &report);
  WriteText(report.sheet, SampleSheet(net, job.held_out().images, options.seed));
  const double radius = NearCopyRadius(job.train());
  report.metrics.emplace_back("near_copy_radius", radius);
  SaveModule(net, options.out);
  report.card = WriteCard(
      options.out, GeneratorCard("Variational autoencoder.", job.Facts(), LatentSize(job), radius));
  job.RemoveCheckpoints();
  return report;
}

}  // namespace latentfuzz::training
