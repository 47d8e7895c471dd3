// Variational autoencoder (Kingma and Welling, arXiv 1312.6114). The decoder is a Gaussian with
// the variance that fits best (sigma-VAE: Rybkin et al., arXiv 2006.13202, section 3.2). The prior
// of its code is a normalizing flow, trained with it (Chen et al., arXiv 1611.02731, section 3.2).
//
// The latent of the finished generator is the flow's input, which is standard normal: draws from
// N(0, I) then reach the codes that real images have, and not the gaps between them.
#include <torch/script.h>

#include <algorithm>
#include <vector>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/zoo/card.h"
#include "latentfuzz/zoo/fit.h"
#include "latentfuzz/zoo/flow.h"
#include "latentfuzz/zoo/recipe.h"
#include "latentfuzz/zoo/script_module.h"

namespace latentfuzz::zoo {
namespace {

constexpr FlowShape kFlow{.size = 28, .couplings = 6, .hidden = 96};
constexpr double kPixels = 784;
constexpr double kKlWarmUp = 0.1;  // share of the training over which the KL term grows to 1

std::vector<LayerSpec> Layers() {
  std::vector<LayerSpec> layers{
      {"enc1", {32, 1, 4, 4}},
      {"enc2", {64, 32, 4, 4}},
      {"enc3", {256, 3136}},
      {"mean", {kFlow.size, 256}, 1},
      {"spread", {kFlow.size, 256}, 0.1},
      {"dec1", {512, kFlow.size}},
      {"dec2", {768, 512}},
      {"dec3", {784, 768}, 1},
  };
  const std::vector<LayerSpec> flow = FlowLayers(kFlow);
  layers.insert(layers.end(), flow.begin(), flow.end());
  return layers;
}

// After those of the flow. `posterior` and `decode_code` speak of codes, the others of latents.
// None is called `decode`: a generator with a method of that name is decoded by it.
constexpr const char* kSource = R"(
def posterior(self, x):
    x = torch.relu(torch.conv2d(x, self.enc1_weight, self.enc1_bias, [2, 2], [1, 1]))
    x = torch.relu(torch.conv2d(x, self.enc2_weight, self.enc2_bias, [2, 2], [1, 1]))
    x = torch.relu(torch.linear(torch.flatten(x, 1), self.enc3_weight, self.enc3_bias))
    mean = torch.linear(x, self.mean_weight, self.mean_bias)
    return mean, torch.linear(x, self.spread_weight, self.spread_bias)

def decode_code(self, z):
    z = torch.relu(torch.linear(z, self.dec1_weight, self.dec1_bias))
    z = torch.relu(torch.linear(z, self.dec2_weight, self.dec2_bias))
    z = torch.sigmoid(torch.linear(z, self.dec3_weight, self.dec3_bias))
    return torch.reshape(z, [-1, 1, 28, 28])

def encode(self, x):
    return self.latent_from_code(self.posterior(x)[0])[0]

def forward(self, z):
    return self.decode_code(self.code_from_latent(z))
)";

torch::Tensor Noise(const torch::Tensor& like, std::uint64_t seed, std::uint64_t step) {
  Rng rng(seed, StreamPurpose::kPrior, step);
  torch::Tensor noise = torch::empty_like(like, torch::MemoryFormat::Contiguous);
  float* values = noise.data_ptr<float>();
  std::generate_n(values, noise.numel(), [&rng] { return static_cast<float>(rng.Normal()); });
  return noise;
}

// Negative evidence lower bound of a mean image, in nats up to a constant.
torch::Tensor NegativeElbo(torch::jit::Module& net, const Minibatch& batch, std::uint64_t seed) {
  const auto posterior = net.get_method("posterior")({batch.images}).toTuple();
  const torch::Tensor mean = posterior->elements()[0].toTensor();
  const torch::Tensor log_variance = posterior->elements()[1].toTensor();
  const torch::Tensor noise = Noise(mean.detach(), seed, batch.step);
  const torch::Tensor code = mean + torch::exp(0.5 * log_variance) * noise;
  const torch::Tensor decoded = net.get_method("decode_code")({code}).toTensor();
  const torch::Tensor error = (decoded - batch.images).square().mean();

  const auto prior = net.get_method("latent_from_code")({code}).toTuple();
  const torch::Tensor latent = prior->elements()[0].toTensor();
  const torch::Tensor log_det = prior->elements()[1].toTensor();
  const torch::Tensor kl =
      (0.5 * (latent.square() - noise.square() - log_variance).sum(1) - log_det).mean();
  return 0.5 * kPixels * error.log() + std::min(1.0, batch.progress / kKlWarmUp) * kl;
}

}  // namespace

void TrainFashionVae(const FashionData& data, const Settings& settings) {
  torch::jit::Module net =
      BuildModule("FashionVae", Layers(), FlowSource(kFlow) + kSource, settings.seed);
  FitOptions options;
  options.epochs = settings.epochs > 0 ? settings.epochs : 22;
  options.batch = 200;
  options.learning_rate = 1.5e-3;
  options.augmentation = {.flip = false, .max_shift = 0};
  options.seed = settings.seed;
  Fit(net, data.train, options,
      [&](const Minibatch& batch) { return NegativeElbo(net, batch, settings.seed); });
  const auto path = ModelPath(settings.out, "fashion-vae");
  SaveModule(net, path);
  WriteCard(path, GeneratorCard("Variational autoencoder on Fashion-MNIST.", kFlow.size,
                                settings.near_copy_radius));
}

}  // namespace latentfuzz::zoo
