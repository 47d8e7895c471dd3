// The average of a module's parameters over the training: what it drew in its last steps, without
// their jitter.
#pragma once

#include <torch/script.h>

#include <cstdint>
#include <vector>

namespace latentfuzz::training {

class MovingAverage {
 public:
  // Averages the parameters of `source` into those of `average`, a module of the same design.
  MovingAverage(const torch::jit::Module& source, const torch::jit::Module& average, double decay);

  // After step `step`. Early steps weigh more, so that the random start is soon forgotten.
  void Update(std::uint64_t step);

  const std::vector<torch::Tensor>& parameters() const { return average_; }

 private:
  std::vector<torch::Tensor> source_, average_;
  double decay_;
};

}  // namespace latentfuzz::training
