#include "latentfuzz/harness/judgement.h"

#include <algorithm>
#include <cmath>

namespace latentfuzz {
namespace {

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

// The score of `label` minus the largest of the others.
double MarginOf(std::span<const float> scores, std::size_t label) {
  double other = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (i != label) other = std::max(other, static_cast<double>(scores[i]));
  }
  return static_cast<double>(scores[label]) - other;
}

}  // namespace

double TopTwoGap(std::span<const float> probabilities) {
  if (!IsFinite(probabilities)) return Judgement::kNone;
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

std::vector<Judgement> Measure(const ScoreBatch& reference, const ScoreBatch& candidate,
                               const ScoreBatch& scores, std::span<const int> expected) {
  std::vector<Judgement> judgements(candidate.size());
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    Judgement& j = judgements[i];
    const auto p = reference.row(i);
    const auto q = candidate.row(i);
    j.signature.reference_label = Label(p);
    j.signature.candidate_label = Label(q);
    j.reference_margin = TopTwoGap(p);
    j.candidate_margin = TopTwoGap(q);
    j.divergence = EuclideanDistance(p, q);
    j.expected = expected[i];
    if (j.expected == kNoLabel) continue;
    const auto y = static_cast<std::size_t>(j.expected);
    j.reference_expected = static_cast<double>(p[y]);
    j.candidate_expected = static_cast<double>(q[y]);
    if (!IsFinite(q)) continue;
    j.expected_margin = MarginOf(q, y);
    j.expected_logit_margin = MarginOf(scores.row(i), y);
  }
  return judgements;
}

}  // namespace latentfuzz
