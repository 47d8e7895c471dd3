#include "latentfuzz/training/moving_average.h"

#include <algorithm>

#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {

MovingAverage::MovingAverage(const torch::jit::Module& source, const torch::jit::Module& average,
                             double decay)
    : source_(Parameters(source)), average_(Parameters(average)), decay_(decay) {
  const torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < source_.size(); ++i) average_[i].copy_(source_[i]);
}

void MovingAverage::Update(std::uint64_t step) {
  const torch::NoGradGuard no_grad;
  const auto steps = static_cast<double>(step);
  const double decay = std::min(decay_, (1 + steps) / (10 + steps));
  for (std::size_t i = 0; i < source_.size(); ++i) average_[i].lerp_(source_[i], 1 - decay);
}

}  // namespace latentfuzz::training
