#include "latentfuzz/training/vae.h"

#include <algorithm>

#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

constexpr double kKlWarmUp = 0.1;       // share of the training over which the KL term grows to 1
constexpr double kFeatureWeight = 0.5;  // of one block's features, in images' worth of pixels

// Negative log-likelihood under a Gaussian of fitted variance, up to a constant, per value.
torch::Tensor GaussianLoss(const torch::Tensor& error) { return error.log(); }

// Of the critic's features, in units of the pixels' term.
torch::Tensor FeatureLoss(torch::jit::Module& critic, const torch::Tensor& decoded,
                          const torch::Tensor& images) {
  const auto seen = critic.get_method("features")({decoded}).toTuple();
  const auto wanted = critic.get_method("features")({images}).toTuple();
  torch::Tensor sum = torch::zeros({});
  for (std::size_t i = 0; i < seen->elements().size(); ++i) {
    const torch::Tensor error =
        (seen->elements()[i].toTensor() - wanted->elements()[i].toTensor().detach())
            .square()
            .mean();
    sum = sum + kFeatureWeight * GaussianLoss(error + 1e-8);
  }
  return sum;
}

}  // namespace

torch::Tensor NegativeElbo(torch::jit::Module& net, const Minibatch& batch, const VaeLoss& loss) {
  const auto posterior = net.get_method("posterior")({batch.images}).toTuple();
  const torch::Tensor mean = posterior->elements()[0].toTensor();
  const torch::Tensor log_variance = posterior->elements()[1].toTensor();
  const torch::Tensor noise = StandardNormal(mean.sizes(), loss.seed, batch.step);
  const torch::Tensor code = mean + torch::exp(0.5 * log_variance) * noise;
  const torch::Tensor decoded = net.get_method("decode_code")({code}).toTensor();
  torch::Tensor fidelity = GaussianLoss((decoded - batch.images).square().mean());
  if (loss.critic != nullptr)
    fidelity = fidelity + FeatureLoss(*loss.critic, decoded, batch.images);

  const auto prior = net.get_method("latent_from_code")({code}).toTuple();
  const torch::Tensor latent = prior->elements()[0].toTensor();
  const torch::Tensor log_det = prior->elements()[1].toTensor();
  const torch::Tensor kl =
      (0.5 * (latent.square() - noise.square() - log_variance).sum(1) - log_det).mean();
  return 0.5 * loss.pixels * fidelity + std::min(1.0, batch.progress / kKlWarmUp) * kl;
}

}  // namespace latentfuzz::training
