#include <CLI/CLI.hpp>
#include <memory>

#include "latentfuzz/harness/cli/campaign_command.h"
#include "latentfuzz/harness/cli/campaign_flags.h"
#include "latentfuzz/harness/cli/command.h"

namespace latentfuzz::cli {
namespace {

struct RunArguments {
  CampaignFlags campaign;
  std::vector<std::string> corpora;
  std::string stats;
};

int Run(RunArguments& arguments) {
  CampaignOptions& options = arguments.campaign.Options();
  options.corpora = arguments.corpora;
  return RunAndReport(options, arguments.stats);
}

}  // namespace

void AddRun(CLI::App& app, int* exit_code) {
  CLI::App* command =
      app.add_subcommand("run", "search for disagreements or wrong labels, and keep them");
  auto arguments = std::make_shared<RunArguments>();
  arguments->campaign.AddTo(command);
  command->add_option("--stats", arguments->stats, "write the statistics to this JSON file");
  command
      ->add_option("CORPUS", arguments->corpora,
                   "corpus directories: findings go to the first, all give seeds")
      ->required();
  command->callback([arguments, exit_code] { *exit_code = Run(*arguments); });
}

}  // namespace latentfuzz::cli
