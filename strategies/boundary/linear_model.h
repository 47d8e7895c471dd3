// A linear model of a function on latents, and steps along its zero set.
#pragma once

#include <span>
#include <vector>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/strategies/domain.h"

namespace latentfuzz {

// What is known of a function f(z) near its zero: f is about value + gradient . (z - latent).
struct LinearModel {
  std::vector<float> latent;    // [d]
  double value = 0;             // f(latent)
  std::vector<float> gradient;  // [d]

  // The model with the least gradient that explains two values of f.
  static LinearModel Through(std::span<const float> from, double value_from,
                             std::span<const float> to, double value_to);
  // Moves to another latent, whose value was told. The gradient changes as little as it must
  // to explain both values (Broyden, "A class of methods for solving nonlinear simultaneous
  // equations", Math. Comp. 19, 1965, for one equation).
  void Update(std::span<const float> to, double value_to);
  // Whether the gradient points anywhere.
  bool usable() const;

  template <typename Archive>
  void Serialize(Archive& archive) {
    archive.Vector(latent);
    archive.Number(value);
    archive.Vector(gradient);
  }
};

// The latent at a random tangential distance `length` from the model's, at the norm of that one
// where the domain is a shell of three dimensions or more, and then moved along the gradient to
// where the model is 0.
std::vector<float> StepSideways(const LinearModel& model, const Domain& domain, double length,
                                Rng& rng);

// The nearest zero of the model, at a distance of at most `length`.
std::vector<float> StepBack(const LinearModel& model, const Domain& domain, double length);

}  // namespace latentfuzz
