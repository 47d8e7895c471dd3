// The comparison as files.
#pragma once

#include <filesystem>
#include <string>

#include "latentfuzz/harness/compare.h"

namespace latentfuzz {

// CSV (RFC 4180, with "\n"): one row a run, all measures.
std::string RunsCsv(const Comparison& comparison);
// One row a run and figure that its strategy reports.
std::string FiguresCsv(const Comparison& comparison);
// One row a run and point of the evaluation grid: findings and signatures so far.
std::string CurvesCsv(const Comparison& comparison);
// One row a point of the grid; for each strategy the lower quartile, median and upper quartile of
// findings, then those of signatures.
std::string BandsCsv(const Comparison& comparison);

// Writes table.md, runs.csv, figures.csv, curves.csv, bands.csv and plot.gp into `directory`, and
// has gnuplot draw findings.svg, findings.png, signatures.svg and signatures.png. Returns why there
// are no plots, or an empty string. Throws Error{kIo}.
std::string WriteComparison(const Comparison& comparison, const std::filesystem::path& directory);

}  // namespace latentfuzz
