#include "latentfuzz/harness/comparison/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "latentfuzz/adapters/run_program.h"
#include "latentfuzz/harness/text.h"

namespace latentfuzz {
namespace {

// In single quotes gnuplot takes every character as it is, but the quote.
std::string Quoted(const std::string& text) {
  std::string quoted;
  for (const char c : text) quoted += c == '\'' ? "''" : std::string(1, c);
  return "'" + quoted + "'";
}

// The colours are those of M. Okabe and K. Ito, which people of any colour vision tell apart.
// Column 1 of the bands holds evaluations; then come six columns a strategy.
constexpr const char* kScript =
    R"(# gnuplot plot.gp: draws findings.svg, findings.png, signatures.svg and signatures.png
set datafile separator comma
set encoding utf8
array names[{count}] = [{names}]
array colours[7] = ['#0072B2', '#E69F00', '#009E73', '#D55E00', '#CC79A7', '#56B4E9', '#000000']
colour(i) = colours[(i - 1) % 7 + 1]
dash(i) = (i - 1) / 7 % 4 + 1
first(i, measure) = 2 + 6 * (i - 1) + 3 * measure

set border 3 linecolor rgb '#555555'
set tics nomirror out textcolor rgb '#222222'
set grid ytics linetype 1 linecolor rgb '#dddddd'
set key below vertical center Left reverse samplen 2.5 maxrows {rows} height 0.5
set rmargin 4
set xrange [0:{evaluations}]
set yrange [0:1<*]
set format x '%.0f'
set xlabel 'evaluations'
set style fill transparent solid 0.2 noborder

do for [format in 'svg png'] {{
  if (format eq 'svg') {{
    set terminal svg size 760,{height} font 'DejaVu Sans,13' noenhanced background '#ffffff'
  }} else {{
    set terminal pngcairo size 1520,2*{height} font 'DejaVu Sans,13' fontscale 2 linewidth 2 noenhanced background '#ffffff'
  }}
  do for [measure = 0:1] {{
    name = word('findings signatures', measure + 1)
    set output name . '.' . format
    set ylabel name
    set title name . ': median and quartiles of {runs}'
    plot for [i = 1:{count}] 'bands.csv' using 1:first(i, measure):first(i, measure) + 2 \
             with filledcurves linecolor rgb colour(i) notitle, \
         for [i = 1:{count}] 'bands.csv' using 1:first(i, measure) + 1 \
             with lines linewidth 2 dashtype dash(i) linecolor rgb colour(i) title names[i]
    unset output
  }}
}}
)";

}  // namespace

std::string PlotScript(const Comparison& comparison) {
  std::vector<std::string> names;
  for (const std::string& strategy : comparison.strategies) names.push_back(Quoted(strategy));
  // Two columns of names where they are short enough.
  constexpr std::size_t kShort = 28;
  const bool narrow = std::ranges::all_of(
      comparison.strategies, [](const std::string& name) { return name.size() <= kShort; });
  const std::size_t rows = narrow ? (names.size() + 1) / 2 : names.size();
  const std::size_t repeats = comparison.runs.size() / comparison.strategies.size();
  return fmt::format(fmt::runtime(kScript), fmt::arg("count", names.size()),
                     fmt::arg("names", fmt::join(names, ", ")),
                     fmt::arg("evaluations", comparison.evaluations), fmt::arg("rows", rows),
                     fmt::arg("height", 420 + 20 * rows),
                     fmt::arg("runs", Counted(repeats, "run")));
}

std::string DrawPlots(const std::filesystem::path& directory) {
  const int status = RunProgram({"gnuplot", "plot.gp"}, directory);
  if (status == 0) return "";
  const std::string again = fmt::format("(cd {} && gnuplot plot.gp)", directory.string());
  return status < 0 ? "no plots: gnuplot is not installed (Debian: gnuplot-nox); then " + again
                    : fmt::format("no plots: gnuplot failed with status {}: {}", status, again);
}

}  // namespace latentfuzz
