// The quantities that verdicts and objectives are made of.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/base/verdict.h"

namespace latentfuzz {

// What an oracle says of one evaluation, with what it is based on. p and q are the probabilities
// of the reference and the candidate; where the expected label y is the reference, p is 1 at y.
// Quantities are NaN where a row they need is not finite.
struct Judgement {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  Signature signature;          // verdict and both labels
  double reference_margin = 0;  // top-1 minus top-2 probability, [0, 1]
  double candidate_margin = 0;
  double divergence = 0;  // ||p - q||_2, [0, sqrt 2]

  int expected = kNoLabel;            // y; kNoLabel where it is not known: then all below are NaN
  double reference_expected = kNone;  // p[y], [0, 1]
  double candidate_expected = kNone;  // q[y]
  double expected_margin = kNone;     // q[y] - max of the others, [-1, 1]; below 0: wrong
  double expected_logit_margin = kNone;  // the same of the candidate's scores as returned
};

// Top-1 minus top-2 of a row of probabilities; NaN where the row is not finite.
double TopTwoGap(std::span<const float> probabilities);

// One judgement a row, its verdict left to the oracle; labels are -1 where a row is not finite.
// `reference` and `candidate` are probabilities, `scores` what the candidate returned, all
// [n, classes]; expected [n], in [0, classes) or kNoLabel.
std::vector<Judgement> Measure(const ScoreBatch& reference, const ScoreBatch& candidate,
                               const ScoreBatch& scores, std::span<const int> expected);

}  // namespace latentfuzz
