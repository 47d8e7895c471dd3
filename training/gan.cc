#include "latentfuzz/training/gan.h"

#include <torch/csrc/autograd/autograd.h>

#include <algorithm>

#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

constexpr double kCoolDown = 0.5;  // share of the training over which the learning rate falls

double RateAt(double progress) { return std::min(1.0, (1 - progress) / kCoolDown); }

torch::Tensor Forward(torch::jit::Module& module, const torch::Tensor& input,
                      const torch::Tensor& labels) {
  return module.forward({input, labels}).toTensor();
}

// Mean squared norm of the gradient of scores by the images that they are of.
torch::Tensor GradientNorm(const torch::Tensor& scores, const torch::Tensor& images) {
  const auto gradient = torch::autograd::grad({scores.sum()}, {images}, {}, true, true);
  return gradient.front().square().sum({1, 2, 3}).mean();
}

}  // namespace

AdversarialLearner::AdversarialLearner(const torch::jit::Module& generator,
                                       const torch::jit::Module& critic,
                                       const torch::jit::Module& guide, const GanOptions& options)
    : generator_(generator),
      critic_(critic),
      guide_(guide),
      options_(options),
      generator_descent_(Parameters(generator), options.descent),
      critic_descent_(Parameters(critic), options.descent) {}

double AdversarialLearner::Learn(const Minibatch& batch) {
  // Differentiable blocks of compiled code would compute the gradients by all parameters.
  const torch::jit::GraphOptimizerEnabledGuard op_by_op(false);
  const double rate = RateAt(batch.progress);
  const torch::Tensor latents =
      StandardNormal({batch.labels.size(0), options_.latent}, options_.seed, batch.step);
  const torch::Tensor drawn = Forward(generator_, latents, batch.labels);
  const double loss = TeachCritic(batch, drawn.detach(), rate);
  TeachGenerator(batch, drawn, rate);
  return loss;
}

double AdversarialLearner::TeachCritic(const Minibatch& batch, const torch::Tensor& drawn,
                                       double rate) {
  const bool penalised = batch.step % options_.penalty_every == 0;
  const torch::Tensor real = batch.images.detach().requires_grad_(penalised);
  const torch::Tensor fake = drawn.detach().requires_grad_(penalised);
  const torch::Tensor real_scores = Forward(critic_, real, batch.labels);
  const torch::Tensor fake_scores = Forward(critic_, fake, batch.labels);
  const torch::Tensor loss = torch::softplus(fake_scores - real_scores).mean();
  torch::Tensor sum = loss;
  if (penalised) {
    const double weight = 0.5 * options_.penalty * static_cast<double>(options_.penalty_every);
    sum = sum + weight * (GradientNorm(real_scores, real) + GradientNorm(fake_scores, fake));
  }
  critic_descent_.Step(sum, rate);
  return loss.item<double>();
}

void AdversarialLearner::TeachGenerator(const Minibatch& batch, const torch::Tensor& drawn,
                                        double rate) {
  torch::Tensor real_scores;
  {
    const torch::NoGradGuard no_grad;
    real_scores = Forward(critic_, batch.images, batch.labels);
  }
  const torch::Tensor fake_scores = Forward(critic_, drawn, batch.labels);
  torch::Tensor loss = torch::softplus(real_scores - fake_scores).mean();
  if (options_.guidance > 0) {
    loss = loss + options_.guidance *
                      torch::cross_entropy_loss(guide_.forward({drawn}).toTensor(), batch.labels);
  }
  generator_descent_.Step(loss, rate);
}

void AdversarialLearner::Save(torch::serialize::OutputArchive* archive) const {
  torch::serialize::OutputArchive generator(archive->compilation_unit());
  torch::serialize::OutputArchive critic(archive->compilation_unit());
  generator_descent_.Save(&generator);
  critic_descent_.Save(&critic);
  archive->write("generator", generator);
  archive->write("critic", critic);
}

void AdversarialLearner::Load(torch::serialize::InputArchive* archive) {
  torch::serialize::InputArchive generator, critic;
  archive->read("generator", generator);
  archive->read("critic", critic);
  generator_descent_.Load(&generator);
  critic_descent_.Load(&critic);
}

}  // namespace latentfuzz::training
