// The average of a module's parameters over the steps of its training: what it learned, without the
// jitter of the last steps.
#pragma once

#include <torch/script.h>

#include <memory>
#include <vector>

#include "latentfuzz/training/learner.h"

namespace latentfuzz::training {

class Averaging final : public Learner {
 public:
  // Averages the parameters of `source`, which `learner` moves, into those of `average`, a module
  // of the same design. `decay` a step; less in the first steps, so that the random start is soon
  // forgotten.
  Averaging(std::unique_ptr<Learner> learner, const torch::jit::Module& source,
            const torch::jit::Module& average, double decay);

  double Learn(const Minibatch& batch) override;
  void Save(torch::serialize::OutputArchive* archive) const override;
  void Load(torch::serialize::InputArchive* archive) override;

 private:
  std::unique_ptr<Learner> learner_;
  std::vector<torch::Tensor> source_, average_;
  double decay_;
};

}  // namespace latentfuzz::training
