#include <algorithm>
#include <cmath>

#include "latentfuzz/harness/doctor/checks.h"
#include "latentfuzz/harness/preflight.h"

namespace latentfuzz {
namespace {

bool AllFinite(const ScoreBatch& scores) {
  return std::all_of(scores.values.begin(), scores.values.end(),
                     [](float s) { return std::isfinite(s); });
}

// Rows that are distributions already: softmax would be applied twice to them.
bool LooksLikeProbabilities(const ScoreBatch& scores) {
  for (std::size_t i = 0; i < scores.size(); ++i) {
    double sum = 0;
    for (const float s : scores.row(i)) {
      if (s < 0 || s > 1) return false;
      sum += static_cast<double>(s);
    }
    if (std::abs(sum - 1) > 1e-3) return false;
  }
  return scores.size() > 0;
}

}  // namespace

Next CheckScores(const Patient& patient, Chart* chart) {
  const std::string& uri = patient.model.uri();
  if (!AllFinite(patient.scores))
    chart->Problem(uri + " gives NaN or infinite scores on clean images");
  if (OutOfRange(patient.scores))
    chart->Problem(uri +
                   ": its scores lie outside [0, 1], but the card says probabilities; set [output] "
                   "kind = \"logits\"");
  if (patient.scores.kind == ScoreKind::kLogits && LooksLikeProbabilities(patient.scores))
    chart->Problem(uri +
                   ": its scores sum to 1, but the card says logits; set [output] kind = "
                   "\"probabilities\"");
  return Next::kCheck;
}

}  // namespace latentfuzz
