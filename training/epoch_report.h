// What is known after an epoch of training.
#pragma once

namespace latentfuzz::training {

struct EpochReport {
  int epoch = 0, epochs = 0;
  double loss = 0;      // mean over the epoch's minibatches
  double held_out = 0;  // mean over the images held out
  bool best = false;    // so far, held out
};

}  // namespace latentfuzz::training
