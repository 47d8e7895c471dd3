// Where latents may lie: no limit, a box, or a shell of typical radii.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "latentfuzz/strategies/latent_space.h"

namespace latentfuzz {

struct Domain {
  enum class Kind { kNone, kBox, kShell };

  Kind kind = Kind::kNone;
  // Of each gene: bounds of a box; elsewhere the interval that operators take as the range of a
  // gene, and that latents may leave.
  double low = -1;
  double high = 1;
  // Standard deviation of a gene under the prior: the unit of Gaussian steps.
  double deviation = 1;
  // Of a shell: bounds of the Euclidean norm.
  double radius_low = 0;
  double radius_high = 0;

  // [low, high]^d with the deviation of a uniform prior.
  static Domain Box(double low, double high);
  // For N(0, I_d): the norm follows chi(d) and is kept between its 0.1 % and 99.9 % quantiles
  // (Dola et al., "CIT4DNN", ICSE 2024).
  static Domain Shell(std::size_t d);
  // No bounds; gene range and deviation of the prior.
  static Domain None(const LatentSpace& space);
  // The support of the prior: a shell for a normal one, its box for a uniform one; shrunk where the
  // space is truncated.
  static Domain Typical(const LatentSpace& space);

  bool bounded() const { return kind == Kind::kBox; }
  bool Contains(std::span<const float> latent) const;
  // The domain, widened as far as needed to hold `latent`.
  Domain Including(std::span<const float> latent) const;
  // Moves `latent` to a near place of the domain: clamps it to a box, or rescales it to the
  // nearest radius of a shell (the direction is kept; a zero latent gets one along gene 0).
  // Genes that are not finite become the middle of the range first, in every kind of domain.
  void Repair(std::span<float> latent) const;
};

// A domain by name: how to make it for a space, with the seeds to start from.
struct DomainEntry {
  std::string_view name;
  std::string_view summary;  // one line of help
  Domain (*make)(const LatentSpace& space, std::span<const SeedLatent> seeds);
};

// "shell", "box" and "none".
std::span<const DomainEntry> DomainTable();

// The row called `name`; Typical where the name is empty. Throws Error{kUsage} for an unknown name
// and for a shell around a prior that is not normal.
Domain ChooseDomain(std::string_view name, const LatentSpace& space,
                    std::span<const SeedLatent> seeds);

// Quantile of the chi distribution with d degrees of freedom at the standard normal quantile
// `z`, by the cube-root approximation of Wilson and Hilferty (PNAS 17, 1931); within 2 % of the
// exact value for |z| <= 3.1 and d >= 15, and never below 0.
double ChiQuantile(std::size_t d, double z);

}  // namespace latentfuzz
