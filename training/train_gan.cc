#include <torch/script.h>

#include "latentfuzz/training/averaging.h"
#include "latentfuzz/training/gan.h"
#include "latentfuzz/training/gan_design.h"
#include "latentfuzz/training/measure.h"
#include "latentfuzz/training/pyramid.h"
#include "latentfuzz/training/script_module.h"
#include "latentfuzz/training/train_generator.h"

namespace latentfuzz::training {
namespace {

// Images shown in all, unless that takes fewer or more epochs than the bounds.
constexpr double kImages = 600000;
constexpr int kLeastEpochs = 8, kMostEpochs = 400;
constexpr int kLatent = 64;
constexpr double kLearningRate = 6e-4;
constexpr double kAverage = 0.999;  // decay a step
// Enough to mend classes that look alike; more draws only what the guide is surest of.
constexpr double kGuidance = 0.1;

int LatentSize(const TrainJob& job) {
  return job.options().latent > 0 ? job.options().latent : kLatent;
}

void Require(const TrainJob& job) { RequireFit(job, PyramidFits(job.shape()), kPyramidSizes); }

GeneratorTraining Begin(const TrainJob& job, torch::jit::Module& guide) {
  const TrainOptions& options = job.options();
  const int latent = LatentSize(job);
  const ModuleDesign design = GanGenerator(job.shape(), latent, job.classes());
  const auto generator = BuildModule("Generator", design, options.seed);
  const auto average = BuildModule("Generator", design, options.seed);
  const auto critic = BuildModule("Critic", GanCritic(job.shape(), job.classes()), options.seed);
  const GanOptions gan{.seed = options.seed,
                       .latent = latent,
                       .descent = {.learning_rate = kLearningRate, .beta1 = 0, .beta2 = 0.99},
                       .guidance = options.guidance > 0 ? options.guidance : kGuidance};
  return {.name = "conditional generative adversarial network",
          .stage = "gan",
          .generator = {.module = average, .latent = latent, .classes = job.classes()},
          .learner = std::make_unique<Averaging>(
              std::make_unique<AdversarialLearner>(generator, critic, guide, gan), generator,
              average, kAverage),
          .fit = {.epochs = job.Epochs(kImages, kLeastEpochs, kMostEpochs),
                  .batch = 64,
                  .augmentation = {.flip = options.flip},
                  .seed = options.seed},
          .objective = "kernel_distance_while_training",
          .held_out = [&job, &guide](ScriptGenerator& each) {
            return DistanceOfDraws(each, guide, job.held_out(), job.options().seed);
          }};
}

}  // namespace

TrainReport TrainGan(const TrainOptions& options, const TrainObserver& observer) {
  return TrainGenerator(options, observer, {Require, Begin});
}

}  // namespace latentfuzz::training
