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
    {"conv1", {32, 1, 3, 3}},
    {"conv2", {64, 32, 3, 3}},
    {"conv3", {64, 64, 3, 3}},
    {"fc", {10, 576}, 1},
};

// Each stage is a method of its own, so that a quantizer can observe what passes between them.
constexpr const char* kSource = R"(
def stage1(self, x):
    x = torch.relu(torch.conv2d(x, self.conv1_weight, self.conv1_bias, [1, 1], [1, 1]))
    return torch.max_pool2d(x, [2, 2])

def stage2(self, x):
    x = torch.relu(torch.conv2d(x, self.conv2_weight, self.conv2_bias, [1, 1], [1, 1]))
    return torch.max_pool2d(x, [2, 2])

def stage3(self, x):
    x = torch.relu(torch.conv2d(x, self.conv3_weight, self.conv3_bias, [1, 1], [1, 1]))
    return torch.max_pool2d(x, [2, 2])

def head(self, x):
    return torch.linear(torch.flatten(x, 1), self.fc_weight, self.fc_bias)

def forward(self, x):
    return self.head(self.stage3(self.stage2(self.stage1(x))))
)";

}  // namespace

void TrainFashionCnn(const FashionData& data, const Settings& settings) {
  torch::jit::Module net = BuildModule("FashionCnn", {kLayers, kSource}, settings.seed);
  FitOptions options;
  options.epochs = settings.epochs > 0 ? settings.epochs : 14;
  options.augmentation = {.flip = true, .max_shift = 1};
  options.seed = settings.seed;
  Minimiser learner(net,
                    [&net](const Minibatch& batch) {
                      return torch::cross_entropy_loss(net.forward({batch.images}).toTensor(),
                                                       batch.labels);
                    },
                    {.learning_rate = 2e-3, .weight_decay = 1e-2});
  FitAll(learner, data.train, options);
  const auto path = ModelPath(settings.out, "fashion-cnn");
  SaveModule(net, path);
  WriteCard(path, ClassifierCard("Convolutional network, float, on Fashion-MNIST.", FashionFacts(),
                                 FashionClasses()));
}

}  // namespace latentfuzz::zoo
