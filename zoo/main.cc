// latentfuzz-train-zoo: trains and measures the embedded models.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "latentfuzz/base/error.h"
#include "latentfuzz/training/near_copy.h"
#include "latentfuzz/training/script_module.h"
#include "latentfuzz/zoo/measure.h"
#include "latentfuzz/zoo/recipe.h"
#include "latentfuzz/zoo/seeds.h"

namespace {

using namespace latentfuzz;
using namespace latentfuzz::training;
using namespace latentfuzz::zoo;

struct Arguments {
  std::string data = "/usr/share/datasets/fashion-mnist";
  std::string out;
  std::vector<std::string> models;
  std::string sheet;
  Settings settings;
};

std::set<std::string> Names() {
  std::set<std::string> names;
  for (const Recipe& recipe : Recipes()) names.emplace(recipe.name);
  return names;
}

void AddOptions(CLI::App& app, Arguments& arguments) {
  app.add_option("--data", arguments.data, "Folder of Fashion-MNIST's four IDX files (gzip)")
      ->capture_default_str();
  app.add_option("--out", arguments.out, "Folder for the artefacts")->required();
  app.add_option("--seed", arguments.settings.seed, "Seed of all random numbers")
      ->capture_default_str();
  app.add_option("--models", arguments.models,
                 "Models to train (default: all). The others must be in --out already; "
                 "'none' only measures")
      ->check(CLI::IsMember(Names()) | CLI::IsMember({"none"}));
  app.add_option("--epochs", arguments.settings.epochs, "Epochs instead of each recipe's own");
  app.add_option("--sheet", arguments.sheet, "Also write a PNG of the generator's samples");
}

bool Wanted(const Arguments& arguments, std::string_view name) {
  const auto& models = arguments.models;
  return models.empty() || std::find(models.begin(), models.end(), name) != models.end();
}

std::map<std::string, double> TrainAll(const Arguments& arguments, const FashionData& data) {
  using Clock = std::chrono::steady_clock;
  std::map<std::string, double> seconds;
  for (const Recipe& recipe : Recipes()) {
    if (!Wanted(arguments, recipe.name)) continue;
    fmt::print("{}\n", recipe.name);
    const auto start = Clock::now();
    recipe.train(data, arguments.settings);
    seconds[std::string(recipe.name)] = std::chrono::duration<double>(Clock::now() - start).count();
  }
  return seconds;
}

void Run(Arguments& arguments) {
  PrepareTraining();
  arguments.settings.data = arguments.data;
  arguments.settings.out = arguments.out;
  std::filesystem::create_directories(arguments.out);
  const FashionData data = LoadFashion(arguments.data);
  arguments.settings.near_copy_radius = NearCopyRadius(data.train);
  WriteSeeds(data.test, arguments.out);
  const auto seconds = TrainAll(arguments, data);
  WriteMetrics(data, arguments.settings, seconds);
  if (!arguments.sheet.empty()) WriteSampleSheet(data, arguments.settings, arguments.sheet);
}

int ExitCode(ErrorKind kind) {
  static const std::map<ErrorKind, int> kCodes{
      {ErrorKind::kUsage, 2}, {ErrorKind::kSetup, 3}, {ErrorKind::kData, 4}, {ErrorKind::kIo, 4}};
  return kCodes.at(kind);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Trains the embedded models of LatentFuzz on Fashion-MNIST, on one thread");
  Arguments arguments;
  AddOptions(app, arguments);
  CLI11_PARSE(app, argc, argv);
  try {
    Run(arguments);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.Render());
    return ExitCode(error.kind());
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 3;
  }
  return 0;
}
