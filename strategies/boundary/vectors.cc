#include "latentfuzz/strategies/boundary/vectors.h"

#include <algorithm>
#include <cmath>

namespace latentfuzz {
namespace {

constexpr double kParallel = 1e-4;  // sine of the least angle that has a great circle

std::vector<float> Combine(std::span<const float> a, double first, std::span<const float> b,
                           double second) {
  std::vector<float> sum(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum[i] =
        static_cast<float>(first * static_cast<double>(a[i]) + second * static_cast<double>(b[i]));
  }
  return sum;
}

}  // namespace

double Dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  return sum;
}

double Norm(std::span<const float> a) { return std::sqrt(Dot(a, a)); }

std::vector<float> Lerp(std::span<const float> a, std::span<const float> b, double share) {
  return Combine(a, 1 - share, b, share);
}

std::vector<float> Slerp(std::span<const float> a, std::span<const float> b, double share) {
  const double norm_a = Norm(a);
  const double norm_b = Norm(b);
  if (!(norm_a > 0) || !(norm_b > 0)) return Lerp(a, b, share);
  const double angle = std::acos(std::clamp(Dot(a, b) / (norm_a * norm_b), -1.0, 1.0));
  const double sine = std::sin(angle);
  if (sine < kParallel) return Lerp(a, b, share);
  const double norm = (1 - share) * norm_a + share * norm_b;
  return Combine(a, norm / norm_a * std::sin((1 - share) * angle) / sine, b,
                 norm / norm_b * std::sin(share * angle) / sine);
}

std::vector<float> Blend(const LatentSpace& space, std::span<const float> a,
                         std::span<const float> b, double share) {
  return space.prior == Prior::kNormal ? Slerp(a, b, share) : Lerp(a, b, share);
}

}  // namespace latentfuzz
