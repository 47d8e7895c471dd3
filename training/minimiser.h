// The plainest way to learn: one module, one loss, one optimizer.
#pragma once

#include <torch/script.h>

#include <functional>

#include "latentfuzz/training/descent.h"
#include "latentfuzz/training/learner.h"

namespace latentfuzz::training {

// The mean loss of a minibatch, a scalar.
using Loss = std::function<torch::Tensor(const Minibatch&)>;

// Minimises a loss over the parameters of a module, at CosineRate().
class Minimiser final : public Learner {
 public:
  Minimiser(const torch::jit::Module& module, Loss loss, const DescentOptions& options);

  double Learn(const Minibatch& batch) override;
  void Save(torch::serialize::OutputArchive* archive) const override { descent_.Save(archive); }
  void Load(torch::serialize::InputArchive* archive) override { descent_.Load(archive); }

 private:
  Loss loss_;
  Descent descent_;
};

}  // namespace latentfuzz::training
