#include "latentfuzz/harness/comparison/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <vector>

#include "latentfuzz/harness/comparison/measures.h"
#include "latentfuzz/harness/statistics.h"

namespace latentfuzz {
namespace {

// One decimal where there is one: medians and quartiles of counts.
std::string Number(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

// "185.5 [180, 190]": median and quartiles, or the one value that they all have.
std::string MedianText(const std::vector<double>& sample) {
  const std::string low = Number(Quantile(sample, 0.25)), high = Number(Quantile(sample, 0.75));
  const std::string median = Number(Median(sample));
  return low == high ? median : fmt::format("{} [{}, {}]", median, low, high);
}

std::string Ratio(double own, double other) {
  return other > 0 ? fmt::format("{:.2f}", own / other) : "–";
}

// The cells of a table row, bars in names escaped.
std::string Row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) {
    row += ' ';
    for (const char c : cell) row += c == '|' ? "\\|" : std::string(1, c);
    row += " |";
  }
  return row + '\n';
}

std::string Head(const std::vector<std::string>& cells) {
  std::string head = Row(cells) + "|";
  for (std::size_t i = 0; i < cells.size(); ++i) head += "---|";
  return head + '\n';
}

std::vector<std::string> Challengers(const Comparison& comparison) {
  return {comparison.strategies.begin() + 1, comparison.strategies.end()};
}

std::string Medians(const Comparison& comparison) {
  std::vector<std::string> head = {"strategy", "runs"};
  for (const Measure& measure : Measures()) head.emplace_back(measure.name);
  std::string text = Head(head);
  for (const std::string& strategy : comparison.strategies) {
    std::vector<std::string> cells = {strategy};
    for (const Measure& measure : Measures()) {
      const std::vector<double> sample = Sample(comparison, strategy, measure);
      if (cells.size() == 1) cells.push_back(fmt::format("{}", sample.size()));
      cells.push_back(MedianText(sample));
    }
    text += Row(cells);
  }
  return text;
}

std::string Tests(const Comparison& comparison) {
  const std::vector<std::string> challengers = Challengers(comparison);
  std::string text = Head({"strategy", "measure", "ratio of medians", "A12", "p", "p adjusted"});
  for (const Measure& measure : Measures()) {
    if (!measure.tested) continue;
    const auto base = Sample(comparison, comparison.strategies.front(), measure);
    std::vector<double> p;
    for (const std::string& strategy : challengers) {
      p.push_back(MannWhitneyP(Sample(comparison, strategy, measure), base));
    }
    const std::vector<double> adjusted = HolmAdjusted(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
      const auto own = Sample(comparison, challengers[i], measure);
      text += Row({challengers[i], measure.name, Ratio(Median(own), Median(base)),
                   fmt::format("{:.2f}", A12(own, base)), fmt::format("{:.2g}", p[i]),
                   fmt::format("{:.2g}", adjusted[i])});
    }
  }
  return text;
}

Proportion Fruitful(const ComparisonRun& run) { return {run.findings > 0 ? 1U : 0U, 1}; }

// Of a search that starts from each seed anew.
Proportion FailedSeeds(const ComparisonRun& run) {
  const auto figure = [&](const std::string& name) {
    const auto found = std::ranges::find(run.figures, name, &Figure::name);
    return found == run.figures.end() ? 0 : found->value;
  };
  const auto count = [](double value) { return static_cast<std::uint64_t>(std::llround(value)); };
  return {count(figure("failures")), count(figure("seeds") * figure("viable_percent") / 100)};
}

struct Share {
  const char* name;
  Proportion (*of)(const ComparisonRun&);
};
constexpr Share kShares[] = {{"runs with a finding", Fruitful},
                             {"failures of viable seeds", FailedSeeds}};

Proportion Total(const Comparison& comparison, const std::string& strategy, const Share& share) {
  Proportion total;
  for (const ComparisonRun& run : comparison.runs) {
    if (run.strategy != strategy) continue;
    const Proportion part = share.of(run);
    total.successes += part.successes;
    total.n += part.n;
  }
  return total;
}

// Shares that are whole, or shares of nothing, for every strategy tell nothing.
std::string Proportions(const Comparison& comparison) {
  std::string rows;
  for (const Share& share : kShares) {
    std::vector<Proportion> totals;
    for (const std::string& strategy : comparison.strategies) {
      totals.push_back(Total(comparison, strategy, share));
    }
    const auto whole = [](const Proportion& total) { return total.successes == total.n; };
    if (std::ranges::all_of(totals, whole)) continue;
    std::vector<double> p;
    for (std::size_t i = 1; i < totals.size(); ++i) p.push_back(FisherExactP(totals[i], totals[0]));
    const std::vector<double> adjusted = HolmAdjusted(p);
    for (std::size_t i = 0; i < totals.size(); ++i) {
      rows += Row({comparison.strategies[i], share.name,
                   fmt::format("{} of {}", totals[i].successes, totals[i].n),
                   i == 0 ? "" : fmt::format("{:.2g}", p[i - 1]),
                   i == 0 ? "" : fmt::format("{:.2g}", adjusted[i - 1])});
    }
  }
  return rows.empty() ? "" : Head({"strategy", "share", "count", "p", "p adjusted"}) + rows;
}

// Medians of what the strategies report of themselves; empty where none reports anything.
std::string FigureMedians(const Comparison& comparison) {
  std::string rows;
  for (const std::string& strategy : comparison.strategies) {
    std::map<std::string, std::vector<double>> samples;
    for (const ComparisonRun& run : comparison.runs) {
      if (run.strategy != strategy) continue;
      for (const auto& [name, value] : run.figures) samples[name].push_back(value);
    }
    for (const auto& [name, sample] : samples) rows += Row({strategy, name, MedianText(sample)});
  }
  if (rows.empty()) return {};
  return "\nWhat the strategies report, medians and quartiles:\n\n" +
         Head({"strategy", "figure", "median"}) + rows;
}

}  // namespace

std::string ComparisonTable(const Comparison& comparison) {
  const std::string& baseline = comparison.strategies.front();
  std::string text = fmt::format("At {} evaluations a run, medians and quartiles:\n\n{}",
                                 comparison.evaluations, Medians(comparison));
  text += FigureMedians(comparison);
  if (comparison.strategies.size() == 1) return text;
  text += fmt::format(
      "\nAgainst `{0}` (A12: how often a run of the strategy exceeds one of `{0}`, ties half; p: "
      "Mann-Whitney, two-sided; adjusted by Holm over the strategies):\n\n{1}",
      baseline, Tests(comparison));
  const std::string proportions = Proportions(comparison);
  if (!proportions.empty()) {
    text += "\nShares, over all runs (p: Fisher's exact test, two-sided):\n\n" + proportions;
  }
  return text;
}

}  // namespace latentfuzz
