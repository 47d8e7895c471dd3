#include "latentfuzz/harness/cli/train_report.h"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "latentfuzz/base/error.h"

namespace latentfuzz::cli {
namespace {

void WriteStats(const std::string& file, const training::TrainReport& report) {
  if (file.empty()) return;
  nlohmann::ordered_json json;
  for (const auto& [name, value] : report.metrics) json[name] = value;
  std::ofstream out(file, std::ios::trunc);
  out << json.dump(2) << '\n' << std::flush;
  if (!out) throw Error(ErrorKind::kIo, "cannot write " + file, "check the path and the disk");
}

}  // namespace

void PrintReport(std::string_view title, const training::TrainReport& report,
                 const std::string& stats) {
  std::cout << title << '\n';
  for (const auto& [name, value] : report.metrics) {
    std::cout << fmt::format("  {:<32} {:.5g}\n", name, value);
  }
  for (const auto& path : {report.model, report.card, report.sheet}) {
    if (!path.empty()) std::cout << "wrote " << path.string() << '\n';
  }
  WriteStats(stats, report);
}

}  // namespace latentfuzz::cli
