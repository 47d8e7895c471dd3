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
  std::string set;
  std::string data;
  std::string out;
  std::vector<std::string> models;
  std::string sheet;
  Settings settings;
};

std::set<std::string> SetNames() {
  std::set<std::string> names;
  for (const DataSet& set : DataSets()) names.emplace(set.name);
  return names;
}

std::set<std::string> Kinds() {
  std::set<std::string> kinds;
  for (const Recipe& recipe : Recipes()) kinds.emplace(recipe.kind);
  return kinds;
}

void AddOptions(CLI::App& app, Arguments& arguments) {
  app.add_option("set", arguments.set, "Data set")->required()->check(CLI::IsMember(SetNames()));
  app.add_option("--data", arguments.data,
                 "Folder of its four IDX files as published (default: where Debian's package "
                 "installs them)");
  app.add_option("--out", arguments.out, "Folder for the artefacts")->required();
  app.add_option("--seed", arguments.settings.seed, "Seed of all random numbers")
      ->capture_default_str();
  app.add_option("--models", arguments.models,
                 "Models to train (default: all); 'none' only measures those in --out")
      ->check(CLI::IsMember(Kinds()) | CLI::IsMember({"none"}));
  app.add_option("--epochs", arguments.settings.epochs, "Epochs instead of each recipe's own");
  app.add_option("--sheet", arguments.sheet, "Also write a PNG of the VAE's samples");
}

const DataSet& SetOf(const Arguments& arguments) {
  const auto sets = DataSets();
  return *std::find_if(sets.begin(), sets.end(),
                       [&](const DataSet& set) { return set.name == arguments.set; });
}

std::filesystem::path Folder(const Arguments& arguments, const DataSet& set) {
  if (!arguments.data.empty()) return arguments.data;
  if (!set.folder.empty()) return set.folder;
  throw Error(ErrorKind::kUsage, "--data is missing",
              fmt::format("name the folder of {}'s IDX files", set.title));
}

bool Wanted(const Arguments& arguments, std::string_view kind) {
  const auto& models = arguments.models;
  return models.empty() || std::find(models.begin(), models.end(), kind) != models.end();
}

std::map<std::string, double> TrainAll(const Arguments& arguments, const Job& job) {
  using Clock = std::chrono::steady_clock;
  std::map<std::string, double> seconds;
  for (const Recipe& recipe : Recipes()) {
    if (!Wanted(arguments, recipe.kind)) continue;
    fmt::print("{}\n", ModelName(job.set, recipe.kind));
    const auto start = Clock::now();
    recipe.train(job);
    seconds[std::string(recipe.kind)] = std::chrono::duration<double>(Clock::now() - start).count();
  }
  return seconds;
}

void Run(Arguments& arguments) {
  PrepareTraining();
  Settings& settings = arguments.settings;
  const DataSet& set = SetOf(arguments);
  settings.data = Folder(arguments, set);
  settings.out = arguments.out;
  std::filesystem::create_directories(settings.out);
  const Images data = LoadImages(settings.data);
  settings.near_copy_radius = NearCopyRadius(data.train);
  WriteSeeds(set, data.test, settings.out);
  const Job job{set, data, settings};
  const auto seconds = TrainAll(arguments, job);
  WriteMetrics(job, seconds);
  if (!arguments.sheet.empty()) WriteSampleSheet(job, arguments.sheet);
}

int ExitCode(ErrorKind kind) {
  static const std::map<ErrorKind, int> kCodes{
      {ErrorKind::kUsage, 2}, {ErrorKind::kSetup, 3}, {ErrorKind::kData, 4}, {ErrorKind::kIo, 4}};
  return kCodes.at(kind);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Trains the embedded models of LatentFuzz on one data set, on one thread");
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
