#include "latentfuzz/harness/doctor.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>

#include "latentfuzz/harness/cli/command.h"
#include "latentfuzz/harness/exit_code.h"

namespace latentfuzz::cli {
namespace {

int Run(DoctorOptions options) {
  options.program = std::filesystem::read_symlink("/proc/self/exe").string();
  const Diagnosis diagnosis = Diagnose(options);
  std::cout << diagnosis.text;
  for (const std::string& problem : diagnosis.problems) std::cout << "PROBLEM: " << problem << '\n';
  std::cout << (diagnosis.problems.empty() ? "no problem found\n" : "") << std::flush;
  return diagnosis.problems.empty() ? kExitPassed : kExitSetup;
}

}  // namespace

void AddDoctor(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand("doctor", "pre-flight checks on models");
  auto options = std::make_shared<DoctorOptions>();
  command
      ->add_option("MODEL", options->models,
                   "URIs: one or two classifiers, and a generator if you like")
      ->required();
  command->add_option("--images", options->images,
                      "IDX file of real images (default: what the model cards name)");
  command->add_option("--labels", options->labels, "IDX file of their labels");
  command->add_option(
      "--min-agreement", options->min_agreement,
      "share of clean images on which a usable pair agrees, or a single classifier is right");
  command->add_option("--sheet", options->sheet, "write a PNG of the generator's draws");
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

}  // namespace latentfuzz::cli
