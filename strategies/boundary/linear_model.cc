#include "latentfuzz/strategies/boundary/linear_model.h"

#include <algorithm>
#include <cmath>

#include "latentfuzz/strategies/boundary/vectors.h"
#include "latentfuzz/strategies/mutators/genes.h"

namespace latentfuzz {
namespace {

// Adds scale * by to z.
void Add(double scale, std::span<const float> by, std::vector<float>& z) {
  for (std::size_t i = 0; i < z.size(); ++i) {
    z[i] += static_cast<float>(scale * static_cast<double>(by[i]));
  }
}

std::vector<float> Difference(std::span<const float> a, std::span<const float> b) {
  std::vector<float> result(a.begin(), a.end());
  Add(-1, b, result);
  return result;
}

void RescaleTo(double norm, std::vector<float>& z) {
  const double now = Norm(z);
  if (!(now > 0)) return;
  for (float& each : z) each = static_cast<float>(static_cast<double>(each) * norm / now);
}

// Moves z along the gradient to where the model is 0, at most `length` far.
void MoveToZero(const LinearModel& model, double length, std::vector<float>& z) {
  const double squared = Dot(model.gradient, model.gradient);
  const double most = length * std::sqrt(squared);
  const double value = model.value + Dot(model.gradient, Difference(z, model.latent));
  Add(-std::clamp(value, -most, most) / squared, model.gradient, z);
}

}  // namespace

LinearModel LinearModel::Through(std::span<const float> from, double value_from,
                                 std::span<const float> to, double value_to) {
  LinearModel model{{from.begin(), from.end()}, value_from, std::vector<float>(from.size())};
  model.Update(to, value_to);
  return model;
}

void LinearModel::Update(std::span<const float> to, double value_to) {
  const std::vector<float> moved = Difference(to, latent);
  const double squared = Dot(moved, moved);
  if (squared > 0) Add((value_to - value - Dot(gradient, moved)) / squared, moved, gradient);
  latent.assign(to.begin(), to.end());
  value = value_to;
}

bool LinearModel::usable() const {
  const double squared = Dot(gradient, gradient);
  return squared > 0 && std::isfinite(squared) && std::isfinite(value);
}

std::vector<float> StepSideways(const LinearModel& model, const Domain& domain, double length,
                                Rng& rng) {
  std::vector<float> step(model.latent.size());
  ForEachNormal(step.size(), rng, [&](std::size_t i, float normal) { step[i] = normal; });
  Add(-Dot(step, model.gradient) / Dot(model.gradient, model.gradient), model.gradient, step);
  RescaleTo(length, step);
  std::vector<float> z = model.latent;
  Add(1, step, z);
  if (domain.kind == Domain::Kind::kShell && z.size() > 2) RescaleTo(Norm(model.latent), z);
  MoveToZero(model, length, z);
  domain.Repair(z);
  return z;
}

std::vector<float> StepBack(const LinearModel& model, const Domain& domain, double length) {
  std::vector<float> z = model.latent;
  MoveToZero(model, length, z);
  domain.Repair(z);
  return z;
}

}  // namespace latentfuzz
