#include "latentfuzz/zoo/recipe.h"

namespace latentfuzz::zoo {
namespace {

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

training::ModuleDesign Design(const DataSet& set, const ImageShape& shape) {
  const auto& channels = set.cnn_channels;
  const auto classes = static_cast<std::int64_t>(set.classes.size());
  const std::int64_t area = std::int64_t{shape.height / 8} * (shape.width / 8);
  return {{{"conv1", {channels[0], shape.channels, 3, 3}},
           {"conv2", {channels[1], channels[0], 3, 3}},
           {"conv3", {channels[2], channels[1], 3, 3}},
           {"fc", {classes, channels[2] * area}, 1}},
          kSource};
}

}  // namespace

void TrainCnn(const Job& job) {
  TrainClassifier(job, {.kind = "cnn",
                        .module = "Cnn",
                        .description = "Convolutional network, float",
                        .design = Design(job.set, job.data.train.images.shape),
                        .fit = {.epochs = job.Epochs(job.set.epochs.cnn),
                                .augmentation = {.flip = job.set.mirrored, .max_shift = 1},
                                .seed = job.settings.seed},
                        .learning_rate = 2e-3});
}

}  // namespace latentfuzz::zoo
