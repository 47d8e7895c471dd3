// How far an evaluation lies from the decision boundaries of both classifiers.
#pragma once

#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

struct Margins {
  int reference_label = -1;
  int candidate_label = -1;
  double reference = 0;  // half the log-odds of the first class against the second: >= 0, or NaN
  double candidate = 0;

  // From top-2 gaps of probabilities, [0, 1] or NaN. With two leading classes atanh(gap) is half
  // their log-odds, which is nearly linear where a classifier's logits are.
  static Margins Of(const Outcome& outcome, double reference_gap, double candidate_gap);

  bool finite() const;
  // The margin of a classifier counts as negative where its label is not `positive`. This is
  // (1 - share) * reference + share * candidate. REQUIRES: 0 < share < 1. Where it is 0, the
  // classifiers disagree or both stand on their boundaries.
  double Signed(int positive, double share) const;
};

// The share that the candidate's margin should have. Scores of quantized models lie on a grid, so
// that their margins are often exactly 0 near a boundary and tell little there; the other
// classifier's then count nearly alone.
class MarginShare {
 public:
  void Learn(const Margins& margins);
  double candidate() const;

  template <typename Archive>
  void Serialize(Archive& archive) {
    archive.Number(reference_zeros_);
    archive.Number(candidate_zeros_);
  }

 private:
  double reference_zeros_ = 0;
  double candidate_zeros_ = 0;
};

}  // namespace latentfuzz
