#include "latentfuzz/strategies/domain.h"

#include <algorithm>
#include <cmath>

namespace latentfuzz {
namespace {

// Standard normal quantile of 0.999.
constexpr double kTail = 3.090232306167813;
// Genes of a normal prior lie in [-3, 3] but for 0.3 %.
constexpr double kNormalRange = 3;
// Rescaling rounds each gene to float; a radius this much inside the bound stays inside.
constexpr double kRounding = 1e-6;

double Norm(std::span<const float> latent) {
  double sum = 0;
  for (const float gene : latent) sum += static_cast<double>(gene) * gene;
  return std::sqrt(sum);
}

void RescaleTo(std::span<float> latent, double norm, double radius) {
  if (norm == 0) {
    latent[0] = static_cast<float>(radius);
    return;
  }
  for (float& gene : latent) gene = static_cast<float>(gene / norm * radius);
}

}  // namespace

double ChiQuantile(std::size_t d, double z) {
  const double degrees = static_cast<double>(d);
  const double variance = 2.0 / (9.0 * degrees);
  const double root = std::max(0.0, 1.0 - variance + z * std::sqrt(variance));
  return std::sqrt(degrees * root * root * root);
}

Domain Domain::Box(double low, double high) {
  Domain domain;
  domain.kind = Kind::kBox;
  domain.low = low;
  domain.high = high;
  domain.deviation = (high - low) / std::sqrt(12.0);
  return domain;
}

Domain Domain::Shell(std::size_t d) {
  Domain domain;
  domain.kind = Kind::kShell;
  domain.low = -kNormalRange;
  domain.high = kNormalRange;
  domain.radius_low = ChiQuantile(d, -kTail);
  domain.radius_high = ChiQuantile(d, kTail);
  return domain;
}

Domain Domain::None(const LatentSpace& space) {
  Domain domain = Typical(space);
  domain.kind = Kind::kNone;
  return domain;
}

Domain Domain::Typical(const LatentSpace& space) {
  Domain domain = space.prior == Prior::kNormal ? Shell(space.size) : Box(space.low, space.high);
  const double middle = space.middle();
  domain.low = middle + space.truncation * (domain.low - middle);
  domain.high = middle + space.truncation * (domain.high - middle);
  for (double* each : {&domain.deviation, &domain.radius_low, &domain.radius_high}) {
    *each *= space.truncation;
  }
  return domain;
}

bool Domain::Contains(std::span<const float> latent) const {
  const bool finite =
      std::all_of(latent.begin(), latent.end(), [](float gene) { return std::isfinite(gene); });
  if (!finite || kind == Kind::kNone) return finite;
  if (kind == Kind::kBox) {
    return std::all_of(latent.begin(), latent.end(), [this](float gene) {
      return gene >= static_cast<float>(low) && gene <= static_cast<float>(high);
    });
  }
  const double norm = Norm(latent);
  return norm >= radius_low && norm <= radius_high;
}

Domain Domain::Including(std::span<const float> latent) const {
  Domain domain = *this;
  if (kind == Kind::kBox) {
    const auto [least, most] = std::ranges::minmax(latent);
    domain.low = std::min<double>(low, least);
    domain.high = std::max<double>(high, most);
  } else if (kind == Kind::kShell) {
    const double norm = Norm(latent);
    domain.radius_low = std::min(radius_low, norm);
    domain.radius_high = std::max(radius_high, norm);
  }
  return domain;
}

void Domain::Repair(std::span<float> latent) const {
  const float middle = static_cast<float>((low + high) / 2);
  for (float& gene : latent) {
    if (!std::isfinite(gene)) gene = middle;
  }
  if (kind == Kind::kBox) {
    const float least = static_cast<float>(low);
    const float most = static_cast<float>(high);
    for (float& gene : latent) gene = std::clamp(gene, least, most);
  } else if (kind == Kind::kShell) {
    const double norm = Norm(latent);
    if (norm < radius_low) RescaleTo(latent, norm, radius_low * (1 + kRounding));
    if (norm > radius_high) RescaleTo(latent, norm, radius_high * (1 - kRounding));
  }
}

}  // namespace latentfuzz
