#include "latentfuzz/adapters/process/serve.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "latentfuzz/harness/cli/command.h"
#include "latentfuzz/harness/exit_code.h"

namespace latentfuzz::cli {
namespace {

struct ServeArguments {
  std::string model, card;
};

// What engines print must not end up between two messages: it goes to stderr.
std::FILE* TakeStdout() {
  std::FILE* taken = ::fdopen(::dup(STDOUT_FILENO), "wb");
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return taken;
}

int Run(const ServeArguments& arguments) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> replies(TakeStdout(), std::fclose);
  process::Serve(arguments.model, {Passes::kAsShipped, arguments.card}, stdin, replies.get());
  return kExitPassed;
}

}  // namespace

void AddServe(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand(
      "serve",
      "answer with a model over stdin and stdout: process:'latentfuzz serve MODEL' is the "
      "model in a process of its own");
  auto arguments = std::make_shared<ServeArguments>();
  command->add_option("MODEL", arguments->model, "URI of a classifier or a generator")->required();
  command->add_option("--card", arguments->card, "its card (default: beside it)");
  command->callback([arguments, exit_code] { *exit_code = Run(*arguments); });
}

}  // namespace latentfuzz::cli
