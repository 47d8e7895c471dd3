// The oracle of a pair.
#pragma once

#include "latentfuzz/harness/oracle.h"

namespace latentfuzz {

// Verdicts, in this order: `nonfinite` if either row holds a NaN or an infinity; `agree` if the
// labels are equal; `tie` if either top-2 gap is at or under the noise floor; else `disagree`.
// Expected labels change none of them. REQUIRES: both classifiers' scores, of the same classes.
class DisagreementOracle : public Oracle {
 public:
  static constexpr std::string_view kName = "disagreement";

  explicit DisagreementOracle(double noise_floor) : noise_floor_(noise_floor) {}

  std::string_view name() const override { return kName; }
  double noise_floor() const override { return noise_floor_; }
  std::vector<Judgement> Judge(const EvaluatedBatch& batch) const override;

 private:
  double noise_floor_;
};

}  // namespace latentfuzz
