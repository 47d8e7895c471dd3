#include "latentfuzz/strategies/boundary/margins.h"

#include <algorithm>
#include <cmath>

namespace latentfuzz {
namespace {

constexpr float kLeastProbability = 1e-7F;  // the logarithm of 0 is infinite
constexpr double kLeastShare = 0.05;

double Zero(const ClassMargins& margins) { return margins.Of(margins.label()) == 0 ? 1 : 0; }

}  // namespace

ClassMargins::ClassMargins(std::span<const float> scores, ScoreKind kind)
    : label_(ArgMax(scores)), half_(scores.begin(), scores.end()) {
  for (float& each : half_) {
    if (kind == ScoreKind::kProbabilities) each = std::log(std::max(each, kLeastProbability));
    each /= 2;
  }
  for (int c = 0; c < static_cast<int>(half_.size()); ++c) {
    if (c == label_) continue;
    if (second_ < 0 ||
        half_[static_cast<std::size_t>(c)] > half_[static_cast<std::size_t>(second_)])
      second_ = c;
  }
}

bool ClassMargins::finite() const {
  return second_ >= 0 &&
         std::all_of(half_.begin(), half_.end(), [](float each) { return std::isfinite(each); });
}

double ClassMargins::Of(int c) const {
  const int other = c == label_ ? second_ : label_;
  return static_cast<double>(half_[static_cast<std::size_t>(c)]) -
         static_cast<double>(half_[static_cast<std::size_t>(other)]);
}

double Margins::Signed(int positive, double share) const {
  return (1 - share) * reference.Of(positive) + share * candidate.Of(positive);
}

bool Margins::tied() const { return Zero(reference) + Zero(candidate) > 0; }

void MarginShare::Learn(const Margins& margins) {
  reference_zeros_ += Zero(margins.reference);
  candidate_zeros_ += Zero(margins.candidate);
}

double MarginShare::candidate() const {
  const double share = (reference_zeros_ + 1) / (reference_zeros_ + candidate_zeros_ + 2);
  return std::clamp(share, kLeastShare, 1 - kLeastShare);
}

}  // namespace latentfuzz
