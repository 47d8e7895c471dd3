// Boundary: two nearly alike classifiers differ only in the thin sheet between their decision
// boundaries, so it searches there.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/strategies/boundary/margins.h"
#include "latentfuzz/strategies/boundary/probe.h"
#include "latentfuzz/strategies/boundary/tolerance.h"
#include "latentfuzz/strategies/boundary/yields.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {

// Root finding on the signed margins of a pair (Margins::Signed), many searches at a time:
//
// - draws from the prior (and seeds) are evaluated; they are the *endpoints*;
// - between two endpoints of different class lies a boundary. A path search closes in on it by
//   regula falsi on a spherical path;
// - where the classifiers disagreed is an *anchor*. A walk search steps sideways from it, about as
//   far as it takes to be no near-copy, and back to the boundary.
//
// A search is given up when beginning another one promises more findings per evaluation, and four
// new searches in five are of the kind that promises most. Learns from the scores of both
// classifiers; in a conditional space a path joins endpoints of the same label and keeps it.
//
// The objective "implausibility" is a constraint: where it is larger than at half of the draws,
// nothing begins and nothing goes on.
//
// Evaluation i has a random stream of its own, but which search it belongs to depends on the
// results told before it was asked for: the same seed and the same sizes of Ask give the same
// sequence, other sizes another one. The first batches are small, so that the first results are
// used early: Ask returns at most 16, or as many as were told before.
class Boundary : public Strategy {
 public:
  // `endpoints` > 0: how many are kept.
  // `domain`: a row of the domain table, or empty.
  Boundary(std::size_t endpoints, std::string_view domain, StrategyContext context);

  std::span<const std::string> objectives() const override;
  Proposal Ask(std::size_t n) override;
  void Tell(const Evaluations& evaluations) override;
  std::string Save() const override;
  void Load(std::string_view state) override;

  // Length of a sideways step.
  double step() const { return state_.step; }

 private:
  // Results told of a latent drawn from the prior, or of a seed.
  struct Endpoint {
    std::vector<float> latent;
    int label = kNoLabel;
    std::uint64_t evaluation = 0;
    Margins margins;
    std::uint64_t paths = 0;  // begun or ended here

    template <typename Archive>
    void Serialize(Archive& archive);
  };
  // Where the classifiers disagreed.
  struct Anchor {
    LinearModel model;
    int label = kNoLabel;
    int positive = 0;
    std::uint64_t evaluation = 0;

    template <typename Archive>
    void Serialize(Archive& archive);
  };
  // How many paths were begun between two classes.
  struct PathCount {
    int first = 0, second = 0;  // first < second
    std::uint64_t count = 0;

    template <typename Archive>
    void Serialize(Archive& archive);
  };
  // Everything that changes.
  struct State {
    std::uint64_t next = 0;  // number of the next evaluation
    std::uint64_t endpoints_made = 0, anchors_made = 0;
    double step = 0;  // length of a sideways step
    MarginShare share;
    Tolerance tolerance;
    std::array<StageYields, kProbeKinds> yields;
    std::vector<PathCount> paths;
    std::vector<Endpoint> endpoints;
    std::vector<Anchor> anchors;
    std::deque<Probe> waiting;      // searches to go on with
    std::vector<SeedLatent> seeds;  // not yet proposed

    template <typename Archive>
    void Serialize(Archive& archive);  // all but the seeds
  };

  void ShuffleSeeds();
  ProbeKind ChooseKind(Rng& rng) const;
  ProbeKind BestKind() const;
  Probe Begin(Rng& rng);
  Probe BeginPath(Rng& rng);
  Probe BeginWalk(Rng& rng) const;
  // Paths from one endpoint cross boundaries near it at much the same places: the one with fewest
  // of a few random ones. REQUIRES: there is one.
  Endpoint& FreshEndpoint(Rng& rng);
  PathCount& Paths(const Endpoint& a, const Endpoint& b);
  bool CanJoin(const Endpoint& a, const Endpoint& b) const;
  // A seed, or a draw from the prior, of which nothing is expected.
  SeedLatent Draw(Rng& rng, Probe& probe);

  void LearnRow(Probe probe, std::size_t row, const Evaluations& evaluations);
  void LearnEndpoint(const Probe& probe, std::size_t row, const Margins& margins);
  void LearnProbe(Probe probe, std::size_t row, const Margins& margins, const Outcome& outcome);
  void AdaptStep(bool finding);
  void AddAnchor(const Probe& probe, std::uint64_t evaluation, const Margins& margins);
  std::string Configuration() const;

  StrategyContext context_;  // its seeds are in state_
  std::size_t most_endpoints_;
  std::string domain_name_;
  Domain domain_;
  State state_;
  std::vector<Probe> pending_;  // of the latents asked for but not told
  LatentBatch asked_;           // these latents
};

// `population` of the options is the number of endpoints kept (default 1024). Presets, offspring,
// scheduler, mutators, energy and objectives have no effect.
std::unique_ptr<Strategy> MakeBoundary(const StrategyOptions& options, StrategyContext context);

}  // namespace latentfuzz
