#include "latentfuzz/zoo/recipe.h"

namespace latentfuzz::zoo {
namespace {

constexpr const char* kSource = R"(
def forward(self, x):
    x = torch.relu(torch.linear(torch.flatten(x, 1), self.fc1_weight, self.fc1_bias))
    x = torch.relu(torch.linear(x, self.fc2_weight, self.fc2_bias))
    return torch.linear(x, self.fc3_weight, self.fc3_bias)
)";

training::ModuleDesign Design(const DataSet& set, const ImageShape& shape) {
  const auto& units = set.mlp_units;
  return {{{"fc1", {units[0], static_cast<std::int64_t>(shape.pixels())}},
           {"fc2", {units[1], units[0]}},
           {"fc3", {static_cast<std::int64_t>(set.classes.size()), units[1]}, 1}},
          kSource};
}

}  // namespace

void TrainMlp(const Job& job) {
  TrainClassifier(job, {.kind = "mlp",
                        .module = "Mlp",
                        .description = "Fully connected network, float",
                        .design = Design(job.set, job.data.train.images.shape),
                        .fit = {.epochs = job.Epochs(job.set.epochs.mlp),
                                .augmentation = {.flip = job.set.mirrored, .max_shift = 0},
                                .seed = job.settings.seed},
                        .learning_rate = 1e-3});
}

}  // namespace latentfuzz::zoo
