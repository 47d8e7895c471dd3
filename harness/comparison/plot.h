// Plots of a comparison, drawn by gnuplot.
#pragma once

#include <filesystem>
#include <string>

#include "latentfuzz/harness/compare.h"

namespace latentfuzz {

// A gnuplot script that draws findings.{svg,png} and signatures.{svg,png} from bands.csv beside it:
// over evaluations the median of each strategy within its quartiles.
std::string PlotScript(const Comparison& comparison);

// Runs gnuplot on plot.gp in `directory`. Returns why there are no plots, or an empty string.
std::string DrawPlots(const std::filesystem::path& directory);

}  // namespace latentfuzz
