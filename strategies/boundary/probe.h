// One search for a place where two classifiers disagree: the root of their signed margin.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/base/rng.h"
#include "latentfuzz/strategies/boundary/bracket.h"
#include "latentfuzz/strategies/boundary/linear_model.h"
#include "latentfuzz/strategies/boundary/margins.h"
#include "latentfuzz/strategies/domain.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

// What kind of step an evaluation is.
enum class ProbeKind : std::uint8_t {
  kPrior,  // a draw from the prior, or a seed: not a search, one evaluation
  kPath,   // on the path between two endpoints of different class
  kWalk,   // from a place where the classifiers disagreed, along the boundary
};
inline constexpr std::size_t kProbeKinds = 3;

struct ProbeSpace {
  LatentSpace space;
  Domain domain;
  double step = 1;  // length of a sideways step
};

// The search looks at one latent after the other until it is told to stop. On a path it starts with
// a bracket of the root; on a walk it steps sideways first, then back by Newton steps on a model of
// the margin, and goes on with a bracket once two latents lie on different sides. Where a margin is
// exactly 0 (scores on a grid) and the root is near, it makes small sideways steps instead.
struct Probe {
  ProbeKind kind = ProbeKind::kPrior;
  std::uint8_t stage = 0;  // evaluations done
  int positive = 0;        // class on the positive side of the boundary
  int label = kNoLabel;    // asked of a conditional generator
  std::array<std::uint64_t, 2> parents{Provenance::kNoParent, Provenance::kNoParent};
  LinearModel model;
  std::optional<Bracket> bracket;
  bool level = false;  // a margin was exactly 0 near the root

  static Probe Path(int positive, Bracket bracket);
  static Probe Walk(int positive, LinearModel from);

  // Whether there is nothing to tell where to look next.
  bool Stuck() const;
  // The latent to look at. REQUIRES: not kPrior, not stuck.
  std::vector<float> Next(const ProbeSpace& in, Rng& rng) const;
  // The margins at that latent; `value` is the signed one.
  void Learn(std::span<const float> latent, double value, const Margins& margins);

  template <typename Archive>
  void Serialize(Archive& archive) {
    archive.Integer(kind);
    archive.Integer(stage);
    archive.Integer(positive);
    archive.Integer(label);
    for (std::uint64_t& parent : parents) archive.Integer(parent);
    model.Serialize(archive);
    bool bracketed = bracket.has_value();
    archive.Integer(bracketed);
    if (bracketed) {
      if (!bracket) bracket.emplace();
      bracket->Serialize(archive);
    }
    archive.Integer(level);
  }
};

}  // namespace latentfuzz
