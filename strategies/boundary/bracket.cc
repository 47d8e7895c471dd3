#include "latentfuzz/strategies/boundary/bracket.h"

#include <algorithm>
#include <cmath>

#include "latentfuzz/strategies/boundary/vectors.h"

namespace latentfuzz {
namespace {

constexpr double kShare = 0.05;  // least share of the path that a step takes off

}  // namespace

Bracket::Bracket(std::span<const float> positive, double value_positive,
                 std::span<const float> negative, double value_negative)
    : positive_{{positive.begin(), positive.end()}, value_positive, value_positive},
      negative_{{negative.begin(), negative.end()}, value_negative, value_negative} {}

Bracket Bracket::Between(const LinearModel& a, const LinearModel& b) {
  const LinearModel& positive = a.value > 0 ? a : b;
  const LinearModel& negative = a.value > 0 ? b : a;
  return {positive.latent, positive.value, negative.latent, negative.value};
}

std::vector<float> Bracket::Next(const LatentSpace& space) const {
  const double share = positive_.weight / (positive_.weight - negative_.weight);
  return Blend(space, positive_.latent, negative_.latent, std::clamp(share, kShare, 1 - kShare));
}

void Bracket::Learn(std::span<const float> latent, double value) {
  End& replaced = value > 0 ? positive_ : negative_;
  End& kept = value > 0 ? negative_ : positive_;
  replaced = {{latent.begin(), latent.end()}, value, value};
  const int side = value > 0 ? 1 : -1;
  if (side == last_side_) kept.weight /= 2;
  last_side_ = side;
}

LinearModel Bracket::Model() const {
  return std::abs(positive_.value) < std::abs(negative_.value)
             ? LinearModel::Through(negative_.latent, negative_.value, positive_.latent,
                                    positive_.value)
             : LinearModel::Through(positive_.latent, positive_.value, negative_.latent,
                                    negative_.value);
}

}  // namespace latentfuzz
