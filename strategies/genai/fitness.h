// What the search from one seed minimises.
#pragma once

#include <span>
#include <string_view>

namespace latentfuzz {

// One row a fitness: the objectives it is made of, and how.
//
// "probabilities" is the fitness of the paper (equation 1): the candidate's probability of the
// expected label minus the largest other one. "logits" is the same of its raw scores. "margin" is
// the distance from the nearer decision boundary of a pair. "distance" is SINVAD's for a pair: the
// L1 distance to the seed times 2 + q[y] - p[y], where candidate (q) and reference (p) give the
// expected label y these probabilities; infinite while q[y] > 1/2.
struct GenaiFitness {
  std::string_view name;
  std::string_view summary;
  std::span<const std::string_view> objectives;
  // `row`: one value an objective. `distance`: L1, to the seed.
  double (*value)(std::span<const double> row, double distance);

  // `value`, but infinite where that is NaN: such a row comes after all others.
  double Of(std::span<const double> row, double distance) const;
};

std::span<const GenaiFitness> GenaiFitnessTable();

}  // namespace latentfuzz
