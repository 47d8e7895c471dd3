#include <CLI/CLI.hpp>
#include <memory>

#include "latentfuzz/harness/cli/campaign_command.h"
#include "latentfuzz/harness/cli/command.h"
#include "latentfuzz/harness/cli/whole_number.h"

namespace latentfuzz::cli {

void AddDemo(CLI::App& app, int* exit_code) {
  CLI::App* command =
      app.add_subcommand("demo", "the main job on the embedded models: float against int8");
  auto options = std::make_shared<CampaignOptions>();
  options->reference = "zoo:fashion-cnn";
  options->candidate = "zoo:fashion-cnn-int8";
  options->generator = "zoo:fashion-vae";
  options->corpora = {"latentfuzz-demo"};
  command->add_option("CORPUS", options->corpora.front(), "directory for the findings")
      ->capture_default_str();
  command->add_option("--evals", options->evals, "evaluations (default 20000)")
      ->check(WholeNumber());
  command->add_option("--seed", options->seed, "seed of every random draw")
      ->check(WholeNumber())
      ->capture_default_str();
  command->callback([options, exit_code] { *exit_code = RunAndReport(*options, ""); });
}

}  // namespace latentfuzz::cli
