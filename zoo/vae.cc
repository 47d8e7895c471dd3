#include "latentfuzz/training/vae.h"

#include <fmt/format.h>

#include "latentfuzz/training/card.h"
#include "latentfuzz/training/fit.h"
#include "latentfuzz/training/minimiser.h"
#include "latentfuzz/training/script_module.h"
#include "latentfuzz/zoo/recipe.h"

namespace latentfuzz::zoo {

using namespace training;

void TrainVae(const Job& job) {
  const Settings& settings = job.settings;
  const ImageShape shape = job.data.train.images.shape;
  const int latent = job.set.vae_latent;
  torch::jit::Module net = BuildModule(ModuleName(job.set, "Vae"),
                                       DenseVae(shape, latent, job.set.vae_units), settings.seed);
  const VaeLoss loss{.seed = settings.seed, .pixels = static_cast<double>(shape.pixels())};
  Minimiser learner(net, [&](const Minibatch& batch) { return NegativeElbo(net, batch, loss); },
                    {.learning_rate = 1.5e-3});
  FitAll(learner, job.data.train,
         {.epochs = job.Epochs(job.set.epochs.vae), .batch = 200, .seed = settings.seed});
  const auto path = job.Path("vae");
  SaveModule(net, path);
  WriteCard(path, GeneratorCard(fmt::format("Variational autoencoder on {}.", job.set.title),
                                Facts(job.set, shape),
                                {.latent = latent, .near_copy_radius = settings.near_copy_radius}));
}

}  // namespace latentfuzz::zoo
