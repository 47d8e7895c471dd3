#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "latentfuzz/harness/cli/command.h"
#include "latentfuzz/harness/exit_code.h"
#include "latentfuzz/harness/listing.h"

namespace latentfuzz::cli {
namespace {

struct ListArguments {
  std::string corpus;
  bool json = false;
};

int List(const ListArguments& arguments) {
  const Listing listing = ListCorpus(arguments.corpus);
  std::cout << (arguments.json ? ListingJson(listing) : ListingText(listing));
  for (const Damage& damage : listing.damage) {
    std::cerr << fmt::format("WARNING: set aside {}: {}\n", damage.path.string(), damage.reason);
  }
  return listing.damage.empty() ? kExitPassed : kExitData;
}

}  // namespace

void AddList(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand("list", "what a corpus holds, by signature");
  auto arguments = std::make_shared<ListArguments>();
  command->add_option("CORPUS", arguments->corpus, "corpus directory")->required();
  command->add_flag("--json", arguments->json, "as a JSON object");
  command->callback([arguments, exit_code] { *exit_code = List(*arguments); });
}

}  // namespace latentfuzz::cli
