#include "latentfuzz/strategies/genai/fitness.h"

#include <array>
#include <cmath>
#include <limits>

namespace latentfuzz {
namespace {

using Names = std::array<std::string_view, 1>;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr Names kExpectedMargin{"expected_margin"};
constexpr Names kExpectedLogitMargin{"expected_logit_margin"};
constexpr Names kMargin{"margin"};
constexpr std::array<std::string_view, 2> kExpected{"reference_expected", "candidate_expected"};

double Value(std::span<const double> row, double) { return row[0]; }

double Distance(std::span<const double> row, double distance) {
  const double reference = row[0];
  const double candidate = row[1];
  return candidate > 0.5 ? kInfinite : distance * (2 + candidate - reference);
}

}  // namespace

double GenaiFitness::Of(std::span<const double> row, double distance) const {
  const double fitness = value(row, distance);
  return std::isnan(fitness) ? kInfinite : fitness;
}

std::span<const GenaiFitness> GenaiFitnessTable() {
  static constexpr std::array kTable{
      GenaiFitness{"probabilities", "margin of the expected label, in probabilities",
                   kExpectedMargin, Value},
      GenaiFitness{"logits", "margin of the expected label, in raw scores", kExpectedLogitMargin,
                   Value},
      GenaiFitness{"margin", "distance from the nearer decision boundary of a pair", kMargin,
                   Value},
      GenaiFitness{"distance", "distance of a failure to its seed", kExpected, Distance},
  };
  return kTable;
}

}  // namespace latentfuzz
