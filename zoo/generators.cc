#include <fmt/core.h>

#include <cstdio>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/training/card.h"
#include "latentfuzz/training/train.h"
#include "latentfuzz/zoo/recipe.h"

namespace latentfuzz::zoo {

using namespace training;

namespace {

using Train = TrainReport (*)(const TrainOptions&, const TrainObserver&);

void Print(const EpochReport& report) {
  fmt::print("  epoch {}/{}  loss {:.4f}  held out {:.4f}\n", report.epoch, report.epochs,
             report.loss, report.held_out);
  std::fflush(stdout);
}

// As `latentfuzz train` does it on the training images; the card tells the zoo's own facts.
void TrainAsUsersDo(const Job& job, std::string_view kind, std::string_view description, int epochs,
                    Train train) {
  const Settings& settings = job.settings;
  const TrainReport report = train({.data = settings.data,
                                    .out = job.Path(kind),
                                    .seed = settings.seed,
                                    .epochs = job.Epochs(epochs)},
                                   {.after_epoch = Print});
  std::filesystem::remove(report.sheet);
  const ModelCard card = ReadModelCard(report.card, Task::kGenerator);
  const GeneratorFacts facts{.latent = static_cast<std::int64_t>(card.latent_size),
                             .classes = job.set.classes,
                             .decode = {card.decode.begin(), card.decode.end()},
                             .near_copy_radius = settings.near_copy_radius};
  WriteCard(report.model, GeneratorCard(fmt::format("{} on {}.", description, job.set.title),
                                        Facts(job.set, job.data.train.images.shape), facts));
}

}  // namespace

void TrainGan(const Job& job) {
  TrainAsUsersDo(job, "gan", "Conditional generative adversarial network", job.set.epochs.gan,
                 training::TrainGan);
}

void TrainFlow(const Job& job) {
  TrainAsUsersDo(job, "flow", "Class-conditional rectified flow", job.set.epochs.flow,
                 training::TrainFlow);
}

}  // namespace latentfuzz::zoo
