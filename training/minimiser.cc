#include "latentfuzz/training/minimiser.h"

#include <utility>

#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {

Minimiser::Minimiser(const torch::jit::Module& module, Loss loss, const DescentOptions& options)
    : loss_(std::move(loss)), descent_(Parameters(module), options) {}

double Minimiser::Learn(const Minibatch& batch) {
  const torch::Tensor loss = loss_(batch);
  descent_.Step(loss, CosineRate(batch.progress));
  return loss.item<double>();
}

}  // namespace latentfuzz::training
