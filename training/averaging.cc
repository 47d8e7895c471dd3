#include "latentfuzz/training/averaging.h"

#include <algorithm>
#include <utility>

#include "latentfuzz/training/descent.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {

Averaging::Averaging(std::unique_ptr<Learner> learner, const torch::jit::Module& source,
                     const torch::jit::Module& average, double decay)
    : learner_(std::move(learner)),
      source_(Parameters(source)),
      average_(Parameters(average)),
      decay_(decay) {
  const torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < source_.size(); ++i) average_[i].copy_(source_[i]);
}

double Averaging::Learn(const Minibatch& batch) {
  const double loss = learner_->Learn(batch);
  const torch::NoGradGuard no_grad;
  const auto steps = static_cast<double>(batch.step);
  const double decay = std::min(decay_, (1 + steps) / (10 + steps));
  for (std::size_t i = 0; i < source_.size(); ++i) average_[i].lerp_(source_[i], 1 - decay);
  return loss;
}

void Averaging::Save(torch::serialize::OutputArchive* archive) const {
  torch::serialize::OutputArchive learner(archive->compilation_unit());
  learner_->Save(&learner);
  archive->write("averaged", learner);
  WriteTensors("average", average_, archive);
}

void Averaging::Load(torch::serialize::InputArchive* archive) {
  torch::serialize::InputArchive learner;
  archive->read("averaged", learner);
  learner_->Load(&learner);
  ReadTensors("average", average_, archive);
}

}  // namespace latentfuzz::training
