#include "latentfuzz/harness/replay.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/cli/command.h"
#include "latentfuzz/harness/exit_code.h"
#include "latentfuzz/harness/text.h"

namespace latentfuzz::cli {
namespace {

struct ReplayArguments {
  ReplayOptions options;
  std::string expect = "held";
  bool verbose = false;
};

std::string Line(const Replayed& r) {
  const std::string then = r.finding ? r.finding->signature.ToString() : "";
  const std::string now = r.signature.ToString();
  return fmt::format("{} {:<16} {}  {}", r.held ? "HELD" : "GONE",
                     then.empty() || then == now ? now : then + " -> " + now, LabelsText(r),
                     r.path);
}

int Run(const ReplayArguments& arguments) {
  // Of a few findings each is of interest; of a whole corpus those that changed are.
  const bool all = arguments.verbose;
  std::vector<Replayed> shown;
  const ReplayResult result = Replay(arguments.options, [&](const Replayed& replayed) {
    if (all || !replayed.held || shown.size() < 10) shown.push_back(replayed);
  });
  for (const Replayed& replayed : shown) {
    if (all || !replayed.held || result.total <= 10) std::cout << Line(replayed) << '\n';
  }
  for (const std::string& warning : result.warnings) std::cerr << "WARNING: " << warning << '\n';
  std::cout << fmt::format("{} of {} held\n", result.held, Counted(result.total, "finding"))
            << std::flush;
  if (result.damaged > 0) return kExitData;
  if (arguments.expect == "held")
    return result.held == result.total ? kExitPassed : kExitGateFailed;
  if (arguments.expect == "gone") return result.held == 0 ? kExitPassed : kExitGateFailed;
  return kExitPassed;
}

}  // namespace

void AddReplay(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand("replay", "run stored findings again");
  auto arguments = std::make_shared<ReplayArguments>();
  command
      ->add_option("PATH", arguments->options.paths,
                   "corpus directories, folders of findings, or entry files")
      ->required();
  command->add_option("--reference", arguments->options.reference, "instead of the recorded model");
  command->add_option("--candidate", arguments->options.candidate,
                      "instead of the recorded model: is a new version rid of these failures?");
  command->add_option("--generator", arguments->options.generator, "instead of the recorded model");
  command
      ->add_option("--expect", arguments->expect,
                   "exit 1 unless all findings held, or all are gone; any: always exit 0")
      ->check(CLI::IsMember({"held", "gone", "any"}))
      ->capture_default_str();
  command->add_flag("-v,--verbose", arguments->verbose, "one line for each finding");
  command->callback([arguments, exit_code] { *exit_code = Run(*arguments); });
}

}  // namespace latentfuzz::cli
