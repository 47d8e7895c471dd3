#include <CLI/CLI.hpp>
#include <memory>
#include <type_traits>

#include "latentfuzz/harness/cli/campaign_command.h"
#include "latentfuzz/harness/cli/command.h"
#include "latentfuzz/harness/options.h"

namespace latentfuzz::cli {
namespace {

struct RunArguments {
  CampaignOptions options;
  std::string config;
  std::string stats;
  std::vector<CLI::Option*> flags;
};

template <typename T>
CLI::Option* AddFlag(CLI::App* command, const std::string& flag, T& field, const char* help) {
  if constexpr (std::is_same_v<T, Seconds>) {
    return command->add_option_function<std::string>(
        flag, [&field](const std::string& text) { field = ParseSeconds(text); }, help);
  } else {
    CLI::Option* option = command->add_option(flag, field, help);
    if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
      option->capture_default_str();
    }
    return option;
  }
}

int Run(RunArguments& arguments) {
  if (!arguments.config.empty()) {
    std::vector<std::string> given;
    for (const CLI::Option* flag : arguments.flags) {
      if (flag->count() > 0) given.push_back(flag->get_single_name());
    }
    ApplyToml(arguments.config, given, &arguments.options);
  }
  return RunAndReport(arguments.options, arguments.stats);
}

}  // namespace

void AddRun(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand("run", "search for disagreements and keep them");
  auto arguments = std::make_shared<RunArguments>();
  VisitOptions(
      arguments->options, [&](const char* group, const char* name, auto& field, const char* help) {
        CLI::Option* flag = AddFlag(command, std::string("--") + name, field, help)->group(group);
        arguments->flags.push_back(flag);
      });
  command->add_option("--stats", arguments->stats, "write the statistics to this JSON file")
      ->group("Output");
  command
      ->add_option("--config", arguments->config,
                   "TOML file of these options; flags take precedence")
      ->group("Output");
  command
      ->add_option("CORPUS", arguments->options.corpora,
                   "corpus directories: findings go to the first, all give seeds")
      ->required();
  command->callback([arguments, exit_code] { *exit_code = Run(*arguments); });
}

}  // namespace latentfuzz::cli
