// How a conditional generative adversarial network learns.
//
// The critic compares a real and a drawn image of the same class (the relativistic pairing loss of
// Jolicoeur-Martineau, arXiv 1807.00734), smoothed by gradient penalties on both (R1 and R2:
// Huang et al., arXiv 2501.05441, section 2). It needs neither normalisation nor other tricks, and
// does not drop modes.
#pragma once

#include <torch/script.h>

#include <cstdint>

#include "latentfuzz/training/descent.h"
#include "latentfuzz/training/learner.h"

namespace latentfuzz::training {

struct GanOptions {
  std::uint64_t seed = 1;
  std::int64_t latent = 64;
  DescentOptions descent{.learning_rate = 1e-3, .beta1 = 0, .beta2 = 0.99};
  double penalty = 1;               // weight of the squared norm of the critic's gradient, halved
  std::uint64_t penalty_every = 8;  // steps; it weighs so much more in these
  // Weight of the cross-entropy that a classifier trained on the same labels gives drawn images.
  double guidance = 0;
};

class AdversarialLearner final : public Learner {
 public:
  // Modules of gan_design.h. `guide`: see GanOptions.
  AdversarialLearner(const torch::jit::Module& generator, const torch::jit::Module& critic,
                     const torch::jit::Module& guide, const GanOptions& options);

  double Learn(const Minibatch& batch) override;  // the critic's loss
  void Save(torch::serialize::OutputArchive* archive) const override;
  void Load(torch::serialize::InputArchive* archive) override;

 private:
  double TeachCritic(const Minibatch& batch, const torch::Tensor& drawn, double rate);
  void TeachGenerator(const Minibatch& batch, const torch::Tensor& drawn, double rate);

  torch::jit::Module generator_, critic_, guide_;
  GanOptions options_;
  Descent generator_descent_, critic_descent_;
};

}  // namespace latentfuzz::training
