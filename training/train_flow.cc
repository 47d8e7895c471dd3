#include <torch/script.h>

#include <algorithm>

#include "latentfuzz/base/error.h"
#include "latentfuzz/training/averaging.h"
#include "latentfuzz/training/minimiser.h"
#include "latentfuzz/training/pyramid.h"
#include "latentfuzz/training/rectified_flow.h"
#include "latentfuzz/training/rectified_flow_design.h"
#include "latentfuzz/training/script_module.h"
#include "latentfuzz/training/train_generator.h"

namespace latentfuzz::training {
namespace {

// Images shown in all, unless that takes fewer or more epochs than the bounds.
constexpr double kImages = 300000;
constexpr int kLeastEpochs = 5, kMostEpochs = 400;
constexpr double kAverage = 0.998;  // decay a step

void Require(const TrainJob& job) {
  RequireFit(job, PyramidFits(job.shape()), kPyramidSizes);
  if (job.options().latent > 0) {
    throw Error(ErrorKind::kUsage, "a flow has as many latent dimensions as pixels",
                "leave out --latent");
  }
}

FlowSettings Settings(const TrainOptions& options) {
  FlowSettings settings;
  if (options.steps > 0) settings.steps = options.steps;
  if (options.guidance > 0) settings.guidance = options.guidance;
  return settings;
}

GeneratorTraining Begin(const TrainJob& job, torch::jit::Module&) {
  const TrainOptions& options = job.options();
  const FlowSettings settings = Settings(options);
  const ModuleDesign design = RectifiedFlow(job.shape(), job.classes(), settings);
  const auto net = BuildModule("Flow", design, options.seed);
  const auto average = BuildModule("Flow", design, options.seed);
  const auto loss = [seed = options.seed](torch::jit::Module of, double dropped) -> Loss {
    return [of, seed, dropped](const Minibatch& batch) mutable {
      return FlowMatchingLoss(of, batch, {.seed = seed, .dropped = dropped});
    };
  };
  return {
      .name = "class-conditional rectified flow",
      .stage = "flow",
      .generator = {.module = average,
                    .latent = static_cast<std::int64_t>(job.shape().pixels()),
                    .classes = job.classes()},
      .learner = std::make_unique<Averaging>(
          std::make_unique<Minimiser>(net, loss(net, 0.1), DescentOptions{.learning_rate = 2e-3}),
          net, average, kAverage),
      .fit = {.epochs = job.Epochs(kImages, kLeastEpochs, kMostEpochs),
              .batch = 64,
              .augmentation = {.flip = options.flip},
              .seed = options.seed},
      .objective = "flow_matching_loss",
      .held_out = [&job, each = loss(average, 0)](
                      ScriptGenerator&) { return MeanLoss(job.held_out(), job.Batch(), each); },
      .decode = {{"steps", settings.steps}, {"guidance", settings.guidance}}};
}

}  // namespace

TrainReport TrainFlow(const TrainOptions& options, const TrainObserver& observer) {
  return TrainGenerator(options, observer, {Require, Begin});
}

}  // namespace latentfuzz::training
