#include <torch/script.h>

#include "latentfuzz/training/card.h"
#include "latentfuzz/training/fit.h"
#include "latentfuzz/training/minimiser.h"
#include "latentfuzz/training/script_module.h"
#include "latentfuzz/zoo/fashion.h"
#include "latentfuzz/zoo/recipe.h"

namespace latentfuzz::zoo {

using namespace training;

namespace {

const std::vector<LayerSpec> kLayers{
    {"fc1", {256, 784}},
    {"fc2", {128, 256}},
    {"fc3", {10, 128}, 1},
};

constexpr const char* kSource = R"(
def forward(self, x):
    x = torch.relu(torch.linear(torch.flatten(x, 1), self.fc1_weight, self.fc1_bias))
    x = torch.relu(torch.linear(x, self.fc2_weight, self.fc2_bias))
    return torch.linear(x, self.fc3_weight, self.fc3_bias)
)";

}  // namespace

void TrainFashionMlp(const FashionData& data, const Settings& settings) {
  torch::jit::Module net = BuildModule("FashionMlp", {kLayers, kSource}, settings.seed);
  FitOptions options;
  options.epochs = settings.epochs > 0 ? settings.epochs : 20;
  options.augmentation = {.flip = true, .max_shift = 0};
  options.seed = settings.seed;
  Minimiser learner(net,
                    [&net](const Minibatch& batch) {
                      return torch::cross_entropy_loss(net.forward({batch.images}).toTensor(),
                                                       batch.labels);
                    },
                    {.weight_decay = 1e-2});
  FitAll(learner, data.train, options);
  const auto path = ModelPath(settings.out, "fashion-mlp");
  SaveModule(net, path);
  WriteCard(path, ClassifierCard("Fully connected network, float, on Fashion-MNIST.",
                                 FashionFacts(), FashionClasses()));
}

}  // namespace latentfuzz::zoo
