#include "latentfuzz/harness/comparison/files.h"

#include <fmt/format.h>

#include <vector>

#include "latentfuzz/corpus/durable_file.h"
#include "latentfuzz/harness/comparison/curves.h"
#include "latentfuzz/harness/comparison/measures.h"
#include "latentfuzz/harness/comparison/plot.h"
#include "latentfuzz/harness/comparison/table.h"
#include "latentfuzz/harness/statistics.h"

namespace latentfuzz {
namespace {

std::string Cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted;
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return '"' + quoted + '"';
}

}  // namespace

std::string RunsCsv(const Comparison& comparison) {
  std::string csv = "strategy,seed";
  for (const Measure& measure : Measures()) csv += fmt::format(",{}", measure.key);
  csv += '\n';
  for (const ComparisonRun& run : comparison.runs) {
    csv += fmt::format("{},{}", Cell(run.strategy), run.seed);
    for (const Measure& measure : Measures()) csv += fmt::format(",{:.15g}", measure.value(run));
    csv += '\n';
  }
  return csv;
}

std::string FiguresCsv(const Comparison& comparison) {
  std::string csv = "strategy,seed,figure,value\n";
  for (const ComparisonRun& run : comparison.runs) {
    for (const auto& [name, value] : run.figures) {
      csv += fmt::format("{},{},{},{:.15g}\n", Cell(run.strategy), run.seed, Cell(name), value);
    }
  }
  return csv;
}

std::string CurvesCsv(const Comparison& comparison) {
  const std::vector<std::uint64_t> grid = EvaluationGrid(comparison.evaluations);
  std::string csv = "strategy,seed,evaluations,findings,signatures\n";
  for (const ComparisonRun& run : comparison.runs) {
    for (const CurvePoint& point : Curve(run, grid)) {
      csv += fmt::format("{},{},{},{},{}\n", Cell(run.strategy), run.seed, point.evaluations,
                         point.findings, point.signatures);
    }
  }
  return csv;
}

std::string BandsCsv(const Comparison& comparison) {
  constexpr std::pair<const char*, std::uint64_t CurvePoint::*> kCounts[] = {
      {"findings", &CurvePoint::findings}, {"signatures", &CurvePoint::signatures}};
  constexpr std::pair<const char*, double> kQuantiles[] = {
      {"lower quartile", 0.25}, {"median", 0.5}, {"upper quartile", 0.75}};
  const std::vector<std::uint64_t> grid = EvaluationGrid(comparison.evaluations);
  std::vector<std::string> rows = {"evaluations"};
  for (const std::uint64_t evaluations : grid) rows.push_back(fmt::format("{}", evaluations));
  for (const std::string& strategy : comparison.strategies) {
    std::vector<std::vector<CurvePoint>> curves;
    for (const ComparisonRun& run : comparison.runs) {
      if (run.strategy == strategy) curves.push_back(Curve(run, grid));
    }
    for (const auto& [count, field] : kCounts) {
      for (const auto& [name, quantile] : kQuantiles) {
        rows[0] += "," + Cell(fmt::format("{} {} {}", strategy, count, name));
        for (std::size_t i = 0; i < grid.size(); ++i) {
          std::vector<double> values;
          for (const auto& curve : curves) values.push_back(static_cast<double>(curve[i].*field));
          rows[i + 1] += fmt::format(",{:.15g}", Quantile(values, quantile));
        }
      }
    }
  }
  return fmt::format("{}\n", fmt::join(rows, "\n"));
}

std::string WriteComparison(const Comparison& comparison, const std::filesystem::path& directory) {
  MakeDirectoryDurably(directory);
  const std::pair<const char*, std::string> files[] = {
      {"table.md", ComparisonTable(comparison)}, {"runs.csv", RunsCsv(comparison)},
      {"figures.csv", FiguresCsv(comparison)},   {"curves.csv", CurvesCsv(comparison)},
      {"bands.csv", BandsCsv(comparison)},       {"plot.gp", PlotScript(comparison)}};
  for (const auto& [name, bytes] : files) ReplaceFileDurably(directory / name, bytes);
  return DrawPlots(directory);
}

}  // namespace latentfuzz
