// What the trainings of all families of generators share: a classifier that guides and measures,
// checkpoints, sample sheets, metrics and the card.
#pragma once

#include <torch/script.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "latentfuzz/training/fit.h"
#include "latentfuzz/training/learner.h"
#include "latentfuzz/training/script_generator.h"
#include "latentfuzz/training/train.h"
#include "latentfuzz/training/train_job.h"

namespace latentfuzz::training {

// The training of one generator.
struct GeneratorTraining {
  std::string name;   // "variational autoencoder"
  std::string stage;  // of its checkpoint
  ScriptGenerator generator;
  std::unique_ptr<Learner> learner;  // of the generator's parameters
  FitOptions fit;
  std::string objective;                                 // what held_out is, in metrics
  std::function<double(ScriptGenerator&)> held_out;      // the lower, the better
  std::vector<std::pair<std::string, double>> decode{};  // settings of the card
};

// One family of generators.
struct GeneratorFamily {
  // Throws Error{kData} where no design fits the images.
  void (*require)(const TrainJob& job);
  // Begins a training. `guide`, a trained classifier (classifier_design.h) with frozen parameters,
  // outlives it.
  GeneratorTraining (*begin)(const TrainJob& job, torch::jit::Module& guide);
};

// Throws Error{kData} with `hint` unless the images fit.
void RequireFit(const TrainJob& job, bool fits, const char* hint);

// Throws as TrainVae().
TrainReport TrainGenerator(const TrainOptions& options, const TrainObserver& observer,
                           const GeneratorFamily& family);

}  // namespace latentfuzz::training
