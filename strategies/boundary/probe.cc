#include "latentfuzz/strategies/boundary/probe.h"

#include <cmath>
#include <utility>

#include "latentfuzz/strategies/boundary/vectors.h"

namespace latentfuzz {
namespace {

constexpr double kNearRoot = 0.02;       // half log-odds
constexpr double kSmallStep = 1.0 / 40;  // share of a sideways step

}  // namespace

Probe Probe::Path(int positive, Bracket bracket) {
  Probe probe;
  probe.kind = ProbeKind::kPath;
  probe.positive = positive;
  probe.model = bracket.Model();
  probe.bracket = std::move(bracket);
  return probe;
}

Probe Probe::Walk(int positive, LinearModel from) {
  Probe probe;
  probe.kind = ProbeKind::kWalk;
  probe.positive = positive;
  probe.model = std::move(from);
  return probe;
}

std::vector<float> Probe::Next(const ProbeSpace& in, Rng& rng) const {
  if (kind == ProbeKind::kWalk && stage == 0) {
    return StepSideways(model, in.domain, in.step, rng);
  }
  if (level && model.usable()) return StepSideways(model, in.domain, in.step * kSmallStep, rng);
  if (!bracket) return StepBack(model, in.domain, in.step);
  std::vector<float> latent = bracket->Next(in.space);
  in.domain.Repair(latent);
  return latent;
}

bool Probe::Stuck() const { return !bracket && !model.usable(); }

void Probe::Learn(std::span<const float> latent, double value, const Margins& margins) {
  const LinearModel before = model;
  model.Update(latent, value);
  // The start of a walk is a sideways step away, on no path to this latent.
  const bool neighbours = kind == ProbeKind::kPath || stage > 0;
  if (bracket) {
    bracket->Learn(latent, value);
  } else if (neighbours && (value > 0) != (before.value > 0)) {
    bracket = Bracket::Between(before, model);
  }
  level = margins.tied() && std::abs(value) < kNearRoot;
  if (level) bracket.reset();
  ++stage;
}

}  // namespace latentfuzz
