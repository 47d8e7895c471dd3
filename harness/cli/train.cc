#include "latentfuzz/training/train.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <iostream>
#include <memory>

#include "latentfuzz/harness/cli/command.h"
#include "latentfuzz/harness/cli/interrupt.h"
#include "latentfuzz/harness/cli/train_report.h"
#include "latentfuzz/harness/exit_code.h"
#include "latentfuzz/harness/options.h"

namespace latentfuzz::cli {
namespace {

using training::TrainOptions;
using training::TrainReport;
using Train = TrainReport (*)(const TrainOptions&, const training::TrainObserver&);

struct TrainArguments {
  TrainOptions options;
  std::string data, labels, out, time, color, stats;
};

training::TrainObserver Progress() {
  const auto start = std::chrono::steady_clock::now();
  const auto report = [start](const training::EpochReport& epoch) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    std::cerr << fmt::format("  epoch {}/{}  loss {:.3f}  held out {:.3f}{}  {:.0f} s\n",
                             epoch.epoch, epoch.epochs, epoch.loss, epoch.held_out,
                             epoch.best ? " *" : "", spent.count());
  };
  return {.say = [](std::string_view text) { std::cerr << text << '\n'; },
          .after_epoch = report,
          .stop = CatchInterrupts()};
}

int Run(TrainArguments& arguments, Train train) {
  TrainOptions& options = arguments.options;
  options.data = arguments.data;
  options.labels = arguments.labels;
  options.out = arguments.out;
  if (!arguments.time.empty()) options.seconds = ParseSeconds(arguments.time).value;
  options.channels = arguments.color == "gray" ? 1 : arguments.color == "rgb" ? 3 : 0;
  const TrainReport report = train(options, Progress());
  if (report.interrupted) {
    std::cerr << "interrupted; the same command goes on from the last epoch\n";
    return kExitInterrupted;
  }
  PrintReport("on images held out:", report, arguments.stats);
  return kExitPassed;
}

void AddLatent(CLI::App& command, TrainOptions& options) {
  command.add_option("--latent", options.latent,
                     "latent dimensions (0: by the images); even for a VAE");
}

void AddGan(CLI::App& command, TrainOptions& options) {
  AddLatent(command, options);
  command.add_option("--guidance", options.guidance,
                     "how much a classifier's view of the class counts in training (0: 0.1)");
}

void AddDecoding(CLI::App& command, TrainOptions& options) {
  command.add_option("--steps", options.steps, "steps in which a latent is decoded (0: 6)");
  command.add_option("--guidance", options.guidance,
                     "how pronounced classes are; 1: as in the images (0: 1.5)");
}

// Options of some trainings only.
struct Extra {
  Train train;
  void (*add)(CLI::App& command, TrainOptions& options);
};
constexpr Extra kExtras[]{{training::TrainVae, AddLatent},
                          {training::TrainGan, AddGan},
                          {training::TrainFlow, AddDecoding}};

void AddTraining(CLI::App* parent, const char* name, const char* help, Train train,
                 int* exit_code) {
  CLI::App* command = parent->add_subcommand(name, help);
  auto a = std::make_shared<TrainArguments>();
  command
      ->add_option("--data", a->data,
                   "a folder of one image folder a class, an IDX file, a CIFAR-10 batch, or a "
                   "folder of these as published")
      ->required();
  command->add_option("--labels", a->labels, "IDX file of the labels of an IDX file of images");
  command->add_option("--out", a->out, "NAME.pt to write; NAME.card.toml is written beside it")
      ->required();
  command->add_option("--size", a->options.side, "resize the images of a folder to N x N pixels");
  command->add_option("--color", a->color, "convert the images of a folder to gray or rgb")
      ->check(CLI::IsMember({"gray", "rgb"}));
  command->add_option("--limit", a->options.limit, "images to read at most (0: all)");
  command->add_flag("--flip", a->options.flip,
                    "also train on mirrored images: for what has no left and right");
  command->add_option("--seed", a->options.seed, "seed of every random draw")
      ->capture_default_str();
  command->add_option("--epochs", a->options.epochs, "passes over the images (0: by their number)");
  command->add_option("--time", a->time, "plan as many epochs as take so long: 90, 90s, 5m, 1h");
  command->add_option("--patience", a->options.patience,
                      "end after so many epochs without progress (0: a tenth of all)");
  command->add_option("--stats", a->stats, "write what was measured to this JSON file");
  for (const Extra& extra : kExtras) {
    if (extra.train == train) extra.add(*command, a->options);
  }
  command->callback([a, train, exit_code] { *exit_code = Run(*a, train); });
}

}  // namespace

void AddTrain(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand("train", "train a generator or a classifier on images");
  command->require_subcommand(1);
  AddTraining(command, "vae", "a generator: a variational autoencoder", training::TrainVae,
              exit_code);
  AddTraining(command, "gan", "a generator: a conditional generative adversarial network",
              training::TrainGan, exit_code);
  AddTraining(command, "flow", "a generator: a class-conditional rectified flow",
              training::TrainFlow, exit_code);
  AddTraining(command, "classifier", "a small convolutional classifier", training::TrainClassifier,
              exit_code);
}

}  // namespace latentfuzz::cli
