// A training that can be watched, interrupted and resumed, and that ends once it no longer learns.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>

#include "latentfuzz/training/epoch_report.h"
#include "latentfuzz/training/fit.h"

namespace latentfuzz::training {

struct SessionOptions {
  std::filesystem::path checkpoint;  // rewritten after each epoch; read where it is there
  std::string identity;              // of data and options: a checkpoint of another is refused
  double seconds = 0;  // plans as many epochs as fit, at least one; 0 = those of `fit`
  int patience = 0;    // epochs without a better held-out loss after which it ends; 0 = never
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const EpochReport&)> after_epoch;
};

struct SessionResult {
  int epochs = 0, best_epoch = 0;
  double held_out = 0;  // of the best epoch
  bool interrupted = false;
};

// Trains `module` with `fit` and leaves the parameters of the epoch with the lowest `held_out_loss`
// in it (of the last one, where it was interrupted). A resumed session ends as an uninterrupted one
// does. Throws Error{kUsage} for the checkpoint of another training, Error{kData} for a damaged
// one, Error{kIo} where it cannot be written.
SessionResult RunSession(torch::jit::Module& module, Fit& fit,
                         const std::function<double()>& held_out_loss,
                         const SessionOptions& options);

}  // namespace latentfuzz::training
