#include "latentfuzz/harness/compare.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <set>

#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/cli/campaign_flags.h"
#include "latentfuzz/harness/cli/command.h"
#include "latentfuzz/harness/cli/interrupt.h"
#include "latentfuzz/harness/cli/whole_number.h"
#include "latentfuzz/harness/comparison/files.h"
#include "latentfuzz/harness/comparison/printer.h"
#include "latentfuzz/harness/comparison/table.h"
#include "latentfuzz/harness/exit_code.h"
#include "latentfuzz/strategies/strategy_spec.h"

namespace latentfuzz::cli {
namespace {

struct CompareArguments {
  CampaignFlags campaign;
  std::vector<std::string> strategies = {"random", "diffgan"};
  std::size_t repeats = 10;
  std::string directory;
};

// Only evaluations may end a run, or the strategies are not compared at equal ones.
void CheckEven(const CampaignOptions& options, const std::vector<std::string>& strategies) {
  const bool gated = options.max_findings || options.max_signatures || options.max_rate;
  if (options.time.value > 0 || options.stagnation > 0 || gated) {
    throw Error(ErrorKind::kUsage, "compare takes no --time, --stagnation or gates",
                "give --evals: strategies are compared at equal evaluations");
  }
  if (std::set<std::string>(strategies.begin(), strategies.end()).size() != strategies.size()) {
    throw Error(ErrorKind::kUsage, "a strategy is named twice in --strategies",
                "--repeats says how often each is run");
  }
}

int Run(CompareArguments& arguments) {
  CampaignOptions options = arguments.campaign.Options();
  options.corpora = {arguments.directory};
  Validate(options);
  CheckEven(options, arguments.strategies);
  for (const std::string& strategy : arguments.strategies) {
    ParseStrategySpec(strategy, options.strategy);
  }
  Comparison comparison;
  {
    ComparisonPrinter printer(std::cerr, isatty(STDERR_FILENO) != 0,
                              arguments.repeats * arguments.strategies.size(),
                              options.evals.value_or(kDefaultEvaluations));
    comparison = Compare(options, Target::Open(options), arguments.strategies, arguments.repeats,
                         arguments.directory, &printer, CatchInterrupts());
  }
  if (!comparison.complete) {
    std::cerr << "interrupted: the same command goes on from here\n";
    return kExitInterrupted;
  }
  const std::string missing = WriteComparison(comparison, arguments.directory);
  std::cout << ComparisonTable(comparison) << std::flush;
  if (!missing.empty()) std::cerr << "WARNING: " << missing << '\n';
  return kExitPassed;
}

}  // namespace

void AddCompare(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand("compare", "strategies side by side at equal evaluations");
  auto arguments = std::make_shared<CompareArguments>();
  arguments->campaign.AddTo(command);
  command
      ->add_option(
          "--strategies", arguments->strategies,
          "as --strategy takes them, separated by commas (lists within one: by +); the first is "
          "the baseline")
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--repeats", arguments->repeats, "runs of each, with seeds counted up")
      ->check(WholeNumber(1))
      ->capture_default_str();
  command
      ->add_option(
          "DIRECTORY", arguments->directory,
          "receives one corpus a run (complete ones are not run again), tables, data and plots")
      ->required();
  command->callback([arguments, exit_code] { *exit_code = Run(*arguments); });
}

}  // namespace latentfuzz::cli
