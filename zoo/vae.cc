#include "latentfuzz/training/vae.h"

#include "latentfuzz/training/card.h"
#include "latentfuzz/training/fit.h"
#include "latentfuzz/training/minimiser.h"
#include "latentfuzz/training/script_module.h"
#include "latentfuzz/training/vae_design.h"
#include "latentfuzz/zoo/fashion.h"
#include "latentfuzz/zoo/recipe.h"

namespace latentfuzz::zoo {

using namespace training;

void TrainFashionVae(const FashionData& data, const Settings& settings) {
  constexpr int kLatent = 28;
  const ImageShape shape = data.train.images.shape;
  const ModuleDesign design = DenseVae(shape, kLatent);
  torch::jit::Module net = BuildModule("FashionVae", design, settings.seed);
  FitOptions options;
  options.epochs = settings.epochs > 0 ? settings.epochs : 22;
  options.batch = 200;
  options.seed = settings.seed;
  const VaeLoss loss{.seed = settings.seed, .pixels = static_cast<double>(shape.pixels())};
  Minimiser learner(net, [&](const Minibatch& batch) { return NegativeElbo(net, batch, loss); },
                    {.learning_rate = 1.5e-3});
  FitAll(learner, data.train, options);
  const auto path = ModelPath(settings.out, "fashion-vae");
  SaveModule(net, path);
  WriteCard(path,
            GeneratorCard("Variational autoencoder on Fashion-MNIST.", FashionFacts(),
                          {.latent = kLatent, .near_copy_radius = settings.near_copy_radius}));
}

}  // namespace latentfuzz::zoo
