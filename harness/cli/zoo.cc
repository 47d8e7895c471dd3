#include "latentfuzz/adapters/zoo.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/harness/cli/command.h"
#include "latentfuzz/harness/exit_code.h"

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

}  // namespace

void AddZoo(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand("zoo", "list the embedded models");
  command->callback([exit_code] { *exit_code = ListModels(); });
}

}  // namespace latentfuzz::cli
