#include <fmt/core.h>

#include <cstdio>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/training/card.h"
#include "latentfuzz/training/train.h"
#include "latentfuzz/zoo/fashion.h"
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
void TrainAsUsersDo(const Settings& settings, const char* name, const char* description, int epochs,
                    Train train) {
  const TrainReport report = train({.data = settings.data,
                                    .out = ModelPath(settings.out, name),
                                    .seed = settings.seed,
                                    .epochs = settings.epochs > 0 ? settings.epochs : epochs},
                                   {.after_epoch = Print});
  std::filesystem::remove(report.sheet);
  const ModelCard card = ReadModelCard(report.card, Task::kGenerator);
  const GeneratorFacts facts{.latent = static_cast<std::int64_t>(card.latent_size),
                             .classes = FashionClasses(),
                             .decode = {card.decode.begin(), card.decode.end()},
                             .near_copy_radius = settings.near_copy_radius};
  WriteCard(report.model, GeneratorCard(description, FashionFacts(), facts));
}

}  // namespace

void TrainFashionGan(const FashionData&, const Settings& settings) {
  TrainAsUsersDo(settings, "fashion-gan",
                 "Conditional generative adversarial network on Fashion-MNIST.", 8, TrainGan);
}

void TrainFashionFlow(const FashionData&, const Settings& settings) {
  TrainAsUsersDo(settings, "fashion-flow", "Class-conditional rectified flow on Fashion-MNIST.", 2,
                 TrainFlow);
}

}  // namespace latentfuzz::zoo
