#include "latentfuzz/harness/wrong_label_oracle.h"

#include <algorithm>
#include <limits>

namespace latentfuzz {
namespace {

// All probability on the expected label; NaN where there is none, as of a row that is not finite.
ScoreBatch Certain(std::span<const int> expected, std::size_t classes) {
  ScoreBatch batch{ScoreKind::kProbabilities, classes,
                   std::vector<float>(expected.size() * classes, 0)};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto row = batch.row(i);
    if (expected[i] == kNoLabel) {
      std::ranges::fill(row, std::numeric_limits<float>::quiet_NaN());
    } else {
      row[static_cast<std::size_t>(expected[i])] = 1;
    }
  }
  return batch;
}

Verdict Decide(const Judgement& j, double noise_floor) {
  if (j.signature.candidate_label < 0) return Verdict::kNonfinite;
  if (j.expected == kNoLabel || j.expected == j.signature.candidate_label) return Verdict::kAgree;
  return j.candidate_margin <= noise_floor ? Verdict::kTie : Verdict::kWrongLabel;
}

}  // namespace

std::vector<Judgement> WrongLabelOracle::Judge(const EvaluatedBatch& batch) const {
  std::vector<Judgement> judgements =
      Measure(Certain(batch.expected, batch.candidate.classes), ToProbabilities(batch.candidate),
              batch.candidate, batch.expected);
  for (Judgement& j : judgements) j.signature.verdict = Decide(j, noise_floor_);
  return judgements;
}

}  // namespace latentfuzz
