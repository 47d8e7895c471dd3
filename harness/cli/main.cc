// latentfuzz: the command line. The only place that turns an Error into an exit code.
#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <iostream>
#include <string>

#include "latentfuzz/base/error.h"
#include "latentfuzz/base/freed_memory.h"
#include "latentfuzz/harness/cli/command.h"
#include "latentfuzz/harness/exit_code.h"

namespace {

constexpr void (*kCommands[])(CLI::App&, int*) = {
    latentfuzz::cli::AddRun,     latentfuzz::cli::AddReplay, latentfuzz::cli::AddList,
    latentfuzz::cli::AddDoctor,  latentfuzz::cli::AddZoo,    latentfuzz::cli::AddDemo,
    latentfuzz::cli::AddCompare, latentfuzz::cli::AddTrain,  latentfuzz::cli::AddQuantize,
    latentfuzz::cli::AddServe,
};

int Main(int argc, char** argv) {
  CLI::App app(
      "LatentFuzz: finds realistic images on which two image classifiers disagree, or one is wrong",
      "latentfuzz");
  app.set_version_flag("--version", "latentfuzz " LATENTFUZZ_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 passed, 1 gate failed, 2 usage, 3 models unusable, 4 data or I/O, 130 "
      "interrupted (state saved).\nModels are named zoo:NAME, PATH.pt, PATH.onnx, "
      "opencv:PATH.onnx, process:COMMAND or kserve:URL; `latentfuzz demo` shows the main job.");
  int exit_code = latentfuzz::kExitPassed;
  for (const auto add : kCommands) add(app, &exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    const bool unknown = argc > 1 && argv[1][0] != '-' && app.get_subcommands().empty();
    throw latentfuzz::Error(
        latentfuzz::ErrorKind::kUsage,
        unknown ? "unknown command '" + std::string(argv[1]) + "'" : error.what(),
        "latentfuzz --help lists the commands, latentfuzz COMMAND --help its "
        "options");
  }
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  latentfuzz::KeepFreedMemory();
  std::signal(SIGXFSZ, SIG_IGN);  // a file size limit is then an error of the write, told as such
  try {
    const int exit_code = Main(argc, argv);
    if (std::cout.flush()) return exit_code;
    throw latentfuzz::Error(latentfuzz::ErrorKind::kIo, "cannot write to standard output");
  } catch (const latentfuzz::Error& error) {
    std::cerr << error.Render() << '\n';
    return latentfuzz::ExitCodeOf(error.kind());
  } catch (const std::bad_alloc&) {
    std::cerr << "error: out of memory\n  hint: lower --batch or --population\n";
    return latentfuzz::kExitSetup;
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what()
              << "\n  hint: this is a bug in latentfuzz; please report it\n";
    return latentfuzz::kExitData;
  }
}
