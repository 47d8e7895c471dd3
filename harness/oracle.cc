#include "latentfuzz/harness/oracle.h"

#include <cmath>
#include <limits>

namespace latentfuzz {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double EuclideanDistance(std::span<const float> p, std::span<const float> q) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double d = static_cast<double>(p[i]) - static_cast<double>(q[i]);
    sum += d * d;
  }
  return std::sqrt(sum);
}

// ToProbabilities makes a row all NaN as soon as one score is not finite.
bool IsFinite(std::span<const float> probabilities) { return !std::isnan(probabilities[0]); }

int Label(std::span<const float> probabilities) {
  return IsFinite(probabilities) ? ArgMax(probabilities) : -1;
}

}  // namespace

double TopTwoGap(std::span<const float> probabilities) {
  if (!IsFinite(probabilities)) return kNan;
  float first = -1, second = -1;
  for (const float p : probabilities) {
    if (p > first) {
      second = first;
      first = p;
    } else if (p > second) {
      second = p;
    }
  }
  return static_cast<double>(first) - static_cast<double>(second);
}

std::vector<Judgement> DisagreementOracle::Judge(const ScoreBatch& reference,
                                                 const ScoreBatch& candidate) const {
  const ScoreBatch p = ToProbabilities(reference);
  const ScoreBatch q = ToProbabilities(candidate);
  std::vector<Judgement> judgements(p.size());
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    Judgement& j = judgements[i];
    j.reference_margin = TopTwoGap(p.row(i));
    j.candidate_margin = TopTwoGap(q.row(i));
    j.signature.reference_label = Label(p.row(i));
    j.signature.candidate_label = Label(q.row(i));
    if (!IsFinite(p.row(i)) || !IsFinite(q.row(i))) {
      j.signature.verdict = Verdict::kNonfinite;
      j.divergence = kNan;
      continue;
    }
    j.divergence = EuclideanDistance(p.row(i), q.row(i));
    if (j.signature.reference_label == j.signature.candidate_label) {
      j.signature.verdict = Verdict::kAgree;
    } else if (j.reference_margin <= noise_floor_ || j.candidate_margin <= noise_floor_) {
      j.signature.verdict = Verdict::kTie;
    } else {
      j.signature.verdict = Verdict::kDisagree;
    }
  }
  return judgements;
}

}  // namespace latentfuzz
