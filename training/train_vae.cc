#include <torch/script.h>

#include "latentfuzz/base/error.h"
#include "latentfuzz/training/minimiser.h"
#include "latentfuzz/training/principal_components.h"
#include "latentfuzz/training/script_module.h"
#include "latentfuzz/training/train_generator.h"
#include "latentfuzz/training/vae.h"
#include "latentfuzz/training/vae_design.h"

namespace latentfuzz::training {
namespace {

// Images shown in all, unless that takes fewer or more epochs than the bounds.
constexpr double kImages = 150000;
constexpr int kLeastEpochs = 12, kMostEpochs = 200;
constexpr int kGreyLatent = 28, kColourLatent = 128;

bool Grey(const ImageShape& shape) { return shape.channels == 1; }

int LatentSize(const TrainJob& job) {
  if (job.options().latent > 0) return job.options().latent;
  return Grey(job.shape()) ? kGreyLatent : kColourLatent;
}

void Require(const TrainJob& job) {
  if (job.options().latent % 2 != 0) {
    throw Error(ErrorKind::kUsage, "--latent must be even", "the flow splits latents into halves");
  }
  RequireFit(job, Grey(job.shape()) || ConvVaeFits(job.shape()),
             "give --size: colour images have 16, 24, 32, 48 or 64 pixels a side");
}

torch::jit::Module Build(const TrainJob& job) {
  const std::uint64_t seed = job.options().seed;
  const int latent = LatentSize(job);
  if (Grey(job.shape())) return BuildModule("Vae", DenseVae(job.shape(), latent), seed);
  torch::jit::Module net = BuildModule("Vae", ConvVae(job.shape(), latent), seed);
  StartAtPrincipalComponents(net, job.train().images, seed);
  return net;
}

GeneratorTraining Begin(const TrainJob& job, torch::jit::Module& guide) {
  const TrainOptions& options = job.options();
  torch::jit::Module net = Build(job);
  const VaeLoss terms{.seed = options.seed,
                      .pixels = static_cast<double>(job.shape().pixels()),
                      .critic = Grey(job.shape()) ? nullptr : &guide};
  const Loss loss = [net, terms](const Minibatch& batch) mutable {
    return NegativeElbo(net, batch, terms);
  };
  return {
      .name = "variational autoencoder",
      .stage = "vae",
      .generator = {.module = net, .latent = LatentSize(job)},
      .learner = std::make_unique<Minimiser>(net, loss, DescentOptions{.learning_rate = 1.5e-3}),
      .fit = {.epochs = job.Epochs(kImages, kLeastEpochs, kMostEpochs),
              .batch = job.Batch(),
              .augmentation = {.flip = options.flip},
              .seed = options.seed},
      .objective = "negative_elbo",
      .held_out = [&job, loss](ScriptGenerator&) {
        return MeanLoss(job.held_out(), job.Batch(), loss);
      }};
}

}  // namespace

TrainReport TrainVae(const TrainOptions& options, const TrainObserver& observer) {
  return TrainGenerator(options, observer, {Require, Begin});
}

}  // namespace latentfuzz::training
