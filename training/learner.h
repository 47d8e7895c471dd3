// What a training repeats: a step of learning from a minibatch.
#pragma once

#include <torch/serialize.h>

#include "latentfuzz/training/minibatch.h"

namespace latentfuzz::training {

// Every step depends on the minibatch and on what Save() writes alone, so that a learner that was
// saved and loaded goes on as if it had not been.
class Learner {
 public:
  virtual ~Learner() = default;

  // Returns the loss that it has lessened.
  virtual double Learn(const Minibatch& batch) = 0;

  virtual void Save(torch::serialize::OutputArchive* archive) const = 0;
  // REQUIRES: the archive of a learner of the same kind and sizes.
  virtual void Load(torch::serialize::InputArchive* archive) = 0;
};

}  // namespace latentfuzz::training
