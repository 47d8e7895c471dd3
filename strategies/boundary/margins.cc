#include "latentfuzz/strategies/boundary/margins.h"

#include <algorithm>
#include <cmath>

namespace latentfuzz {
namespace {

constexpr double kLargestGap = 1 - 1e-7;  // atanh(1) is infinite
constexpr double kLeastShare = 0.05;

double HalfLogOdds(double gap) { return std::atanh(std::min(gap, kLargestGap)); }

}  // namespace

Margins Margins::Of(const Outcome& outcome, double reference_gap, double candidate_gap) {
  return {outcome.signature.reference_label, outcome.signature.candidate_label,
          HalfLogOdds(reference_gap), HalfLogOdds(candidate_gap)};
}

bool Margins::finite() const { return std::isfinite(reference) && std::isfinite(candidate); }

double Margins::Signed(int positive, double share) const {
  return (1 - share) * (reference_label == positive ? reference : -reference) +
         share * (candidate_label == positive ? candidate : -candidate);
}

void MarginShare::Learn(const Margins& margins) {
  reference_zeros_ += margins.reference == 0 ? 1 : 0;
  candidate_zeros_ += margins.candidate == 0 ? 1 : 0;
}

double MarginShare::candidate() const {
  const double share = (reference_zeros_ + 1) / (reference_zeros_ + candidate_zeros_ + 2);
  return std::clamp(share, kLeastShare, 1 - kLeastShare);
}

}  // namespace latentfuzz
