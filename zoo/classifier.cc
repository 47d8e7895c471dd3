#include <fmt/format.h>
#include <torch/script.h>

#include "latentfuzz/training/card.h"
#include "latentfuzz/training/minimiser.h"
#include "latentfuzz/training/script_module.h"
#include "latentfuzz/zoo/recipe.h"

namespace latentfuzz::zoo {

using namespace training;

void TrainClassifier(const Job& job, const ClassifierRecipe& recipe) {
  torch::jit::Module net =
      BuildModule(ModuleName(job.set, recipe.module), recipe.design, job.settings.seed);
  Minimiser learner(net,
                    [&net](const Minibatch& batch) {
                      return torch::cross_entropy_loss(net.forward({batch.images}).toTensor(),
                                                       batch.labels);
                    },
                    {.learning_rate = recipe.learning_rate, .weight_decay = 1e-2});
  FitAll(learner, job.data.train, recipe.fit);
  const auto path = job.Path(recipe.kind);
  SaveModule(net, path);
  WriteCard(path, ClassifierCard(fmt::format("{}, on {}.", recipe.description, job.set.title),
                                 Facts(job.set, job.data.train.images.shape), job.set.classes));
}

}  // namespace latentfuzz::zoo
