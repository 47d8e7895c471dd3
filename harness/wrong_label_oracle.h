// The oracle of a single classifier.
#pragma once

#include "latentfuzz/harness/oracle.h"

namespace latentfuzz {

// The expected label y stands in the place of a reference that is sure of it: p[y] = 1. Verdicts,
// in this order: `nonfinite` if the candidate's row holds a NaN or an infinity; `agree` if no label
// is expected, or the candidate says it; `tie` if its top-2 gap is at or under the noise floor;
// else `wrong_label`. The signature's reference label is y, -1 where none is expected.
class WrongLabelOracle : public Oracle {
 public:
  static constexpr std::string_view kName = "wrong_label";

  explicit WrongLabelOracle(double noise_floor) : noise_floor_(noise_floor) {}

  std::string_view name() const override { return kName; }
  double noise_floor() const override { return noise_floor_; }
  std::vector<Judgement> Judge(const EvaluatedBatch& batch) const override;

 private:
  double noise_floor_;
};

}  // namespace latentfuzz
