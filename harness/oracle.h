// Oracles: from score rows to a verdict.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/base/verdict.h"

namespace latentfuzz {

// What an oracle says of one evaluation, with the quantities it is based on. Probabilities p
// (reference) and q (candidate); NaN where a row is not finite.
struct Judgement {
  Signature signature;          // verdict and both labels
  double reference_margin = 0;  // top-1 minus top-2 probability, [0, 1]
  double candidate_margin = 0;
  double divergence = 0;  // ||p - q||_2, [0, sqrt 2]
};

// The disagreement oracle of a pair. Verdicts, in this order: `nonfinite` if either row holds a
// NaN or an infinity; `agree` if the labels are equal; `tie` if either top-2 gap is at or under
// the noise floor; else `disagree`.
class DisagreementOracle {
 public:
  static constexpr std::string_view kName = "disagreement";

  // `noise_floor` in units of probability.
  explicit DisagreementOracle(double noise_floor) : noise_floor_(noise_floor) {}

  double noise_floor() const { return noise_floor_; }

  // One judgement a row. REQUIRES: same size and classes.
  std::vector<Judgement> Judge(const ScoreBatch& reference, const ScoreBatch& candidate) const;

 private:
  double noise_floor_;
};

// Top-1 minus top-2 of a row of probabilities; NaN where the row is not finite.
double TopTwoGap(std::span<const float> probabilities);

}  // namespace latentfuzz
