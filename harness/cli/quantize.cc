#include "latentfuzz/training/quantize.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "latentfuzz/harness/cli/command.h"
#include "latentfuzz/harness/cli/train_report.h"
#include "latentfuzz/harness/exit_code.h"

namespace latentfuzz::cli {
namespace {

struct QuantizeArguments {
  training::QuantizeOptions options;
  std::string data, labels, out, stats;
};

int Run(QuantizeArguments& arguments) {
  arguments.options.data = arguments.data;
  arguments.options.labels = arguments.labels;
  arguments.options.out = arguments.out;
  PrintReport("on images that it was not calibrated on:", training::Quantize(arguments.options),
              arguments.stats);
  return kExitPassed;
}

}  // namespace

void AddQuantize(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand("quantize", "an int8 form of a float classifier");
  auto a = std::make_shared<QuantizeArguments>();
  command
      ->add_option("MODEL", a->options.model,
                   "a classifier made by `train classifier`, or one of the zoo")
      ->required();
  command->add_option("--calibrate", a->data, "images, as train takes them")->required();
  command->add_option("--labels", a->labels, "IDX file of the labels of an IDX file of images");
  command->add_option("--out", a->out, "NAME.pt to write; NAME.card.toml is written beside it")
      ->required();
  command->add_option("--limit", a->options.limit, "images to read at most (0: all)")
      ->capture_default_str();
  command->add_option("--seed", a->options.seed, "seed of the choice of images")
      ->capture_default_str();
  command->add_option("--stats", a->stats, "write what was measured to this JSON file");
  command->callback([a, exit_code] { *exit_code = Run(*a); });
}

}  // namespace latentfuzz::cli
