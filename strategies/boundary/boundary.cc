#include "latentfuzz/strategies/boundary/boundary.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/prior.h"

namespace latentfuzz {
namespace {

constexpr std::array<std::string_view, kProbeKinds> kMutators{"", "bisection", "boundary"};

constexpr std::size_t kFirstBatch = 16;
constexpr double kDraws = 0.3;     // share of new searches
constexpr double kBestKind = 0.8;  // share of the others that are of the kind with most yield
constexpr double kWalks = 0.5;     // share of the rest; paths are the others
constexpr double kSeeds = 0.5;     // share of the draws that are seeds, while there are any
constexpr int kPairs = 8;          // of endpoints, tried for a path
constexpr int kFreshOf = 4;        // endpoints that the one with fewest paths is chosen from
constexpr std::size_t kMostAnchors = 512;
constexpr std::size_t kDefaultEndpoints = 1024;

// Of a sideways step, as a share of the typical norm; near-copies lengthen it, findings shorten it.
// In balance, one walk hit in ten is a near-copy.
constexpr double kStep = 0.35, kLeastStep = 0.02, kMostStep = 0.6;
constexpr double kLonger = 1.1, kShorter = 0.99;

double TypicalNorm(const LatentSpace& space) {
  return Domain::Typical(space).deviation * std::sqrt(static_cast<double>(space.size));
}

[[noreturn]] void Misused(const std::string& message) {
  throw Error(ErrorKind::kUsage, message, "alternate Ask and Tell, one row an evaluation");
}

}  // namespace

Boundary::Boundary(std::size_t endpoints, std::string_view domain, StrategyContext context)
    : context_(std::move(context)),
      most_endpoints_(endpoints),
      domain_name_(domain),
      domain_(ChooseDomain(domain, context_.space, context_.seeds)) {
  state_.step = kStep * TypicalNorm(context_.space);
  ShuffleSeeds();
}

void Boundary::ShuffleSeeds() {
  state_.seeds = std::exchange(context_.seeds, {});
  Rng rng(context_.seed, StreamPurpose::kSeeds);
  Shuffle(std::span(state_.seeds), rng);
}

std::span<const std::string> Boundary::objectives() const {
  static const std::array<std::string, 1> kObjectives{"implausibility"};
  return kObjectives;
}

// The one with most findings per evaluation; the later one where several have as many.
ProbeKind Boundary::BestKind() const {
  std::size_t best = 0;
  for (std::size_t kind = 1; kind < kProbeKinds; ++kind) {
    const bool possible =
        kind != static_cast<std::size_t>(ProbeKind::kWalk) || !state_.anchors.empty();
    if (possible && state_.yields[kind].Index(0) >= state_.yields[best].Index(0)) best = kind;
  }
  return static_cast<ProbeKind>(best);
}

ProbeKind Boundary::ChooseKind(Rng& rng) const {
  if (state_.next < kFirstBatch || rng.Flip(kDraws)) return ProbeKind::kPrior;
  if (rng.Flip(kBestKind)) return BestKind();
  return rng.Flip(kWalks) && !state_.anchors.empty() ? ProbeKind::kWalk : ProbeKind::kPath;
}

Probe Boundary::Begin(Rng& rng) {
  const ProbeKind kind = ChooseKind(rng);
  if (kind == ProbeKind::kWalk) return BeginWalk(rng);
  return kind == ProbeKind::kPath ? BeginPath(rng) : Probe{};
}

bool Boundary::CanJoin(const Endpoint& a, const Endpoint& b) const {
  const int positive = a.margins.reference.label();
  const double share = state_.share.candidate();
  return a.label == b.label && positive != b.margins.reference.label() &&
         a.margins.Signed(positive, share) > 0 && b.margins.Signed(positive, share) < 0;
}

Boundary::PathCount& Boundary::Paths(const Endpoint& a, const Endpoint& b) {
  const auto [first, second] =
      std::minmax({a.margins.reference.label(), b.margins.reference.label()});
  for (PathCount& each : state_.paths) {
    if (each.first == first && each.second == second) return each;
  }
  return state_.paths.emplace_back(PathCount{first, second, 0});
}

Boundary::Endpoint& Boundary::FreshEndpoint(Rng& rng) {
  Endpoint* freshest = nullptr;
  for (int i = 0; i < kFreshOf; ++i) {
    Endpoint& endpoint = state_.endpoints[rng.Below(state_.endpoints.size())];
    if (freshest == nullptr || endpoint.paths < freshest->paths) freshest = &endpoint;
  }
  return *freshest;
}

// Between two classes that few paths have joined; a draw where no two endpoints suit.
Probe Boundary::BeginPath(Rng& rng) {
  Endpoint* from = nullptr;
  Endpoint* to = nullptr;
  for (int i = 0; i < kPairs && !state_.endpoints.empty(); ++i) {
    Endpoint& a = FreshEndpoint(rng);
    Endpoint& b = FreshEndpoint(rng);
    if (!CanJoin(a, b)) continue;
    if (from != nullptr && Paths(a, b).count >= Paths(*from, *to).count) continue;
    from = &a;
    to = &b;
  }
  if (from == nullptr) return {};
  ++Paths(*from, *to).count;
  ++from->paths;
  ++to->paths;
  const int positive = from->margins.reference.label();
  const double share = state_.share.candidate();
  Probe probe = Probe::Path(positive, Bracket(from->latent, from->margins.Signed(positive, share),
                                              to->latent, to->margins.Signed(positive, share)));
  probe.label = from->label;
  probe.parents = {from->evaluation, to->evaluation};
  return probe;
}

Probe Boundary::BeginWalk(Rng& rng) const {
  const Anchor& anchor = state_.anchors[rng.Below(state_.anchors.size())];
  Probe probe = Probe::Walk(anchor.positive, anchor.model);
  probe.label = anchor.label;
  probe.parents[0] = anchor.evaluation;
  return probe;
}

SeedLatent Boundary::Draw(Rng& rng, Probe& probe) {
  if (!state_.seeds.empty() && rng.Flip(kSeeds)) {
    SeedLatent seed = std::move(state_.seeds.back());
    state_.seeds.pop_back();
    probe.label = SeedLabel(context_.space, seed, rng);
    return seed;
  }
  SeedLatent drawn{std::vector<float>(context_.space.size), kNoLabel, "prior"};
  DrawPrior(context_.space, rng, drawn.latent);
  domain_.Repair(drawn.latent);
  probe.label = DrawLabel(context_.space, rng);
  return drawn;
}

Proposal Boundary::Ask(std::size_t n) {
  if (!pending_.empty()) Misused("Ask was called before the results of the last one");
  if (n == 0) Misused("Ask was called for no latents");
  const std::size_t count = std::min<std::uint64_t>(n, std::max(state_.next, kFirstBatch));
  Proposal proposal;
  proposal.latents.dim = context_.space.size;
  const ProbeSpace in{context_.space, domain_, state_.step};
  for (std::size_t i = 0; i < count; ++i) {
    Rng rng(context_.seed, StreamPurpose::kBreed, state_.next++);
    Probe probe;
    if (state_.waiting.empty()) {
      probe = Begin(rng);
    } else {
      probe = std::move(state_.waiting.front());
      state_.waiting.pop_front();
    }
    Provenance provenance;
    provenance.parents = probe.parents;
    SeedLatent next;
    if (probe.kind == ProbeKind::kPrior) {
      next = Draw(rng, probe);
    } else {
      next.latent = probe.Next(in, rng);
      provenance.mutators.push_back(kMutators[static_cast<std::size_t>(probe.kind)]);
    }
    provenance.origin = next.origin;
    proposal.latents.Append(next.latent, probe.label);
    proposal.expected.push_back(next.label);
    proposal.provenance.push_back(std::move(provenance));
    pending_.push_back(std::move(probe));
  }
  asked_ = proposal.latents;
  return proposal;
}

void Boundary::Tell(const Evaluations& evaluations) {
  const std::size_t count = pending_.size();
  const std::vector<double>& violations = evaluations.objectives;
  if (evaluations.outcomes.size() != count || violations.size() != count ||
      evaluations.candidate.size() != count) {
    Misused("Tell was called with " + std::to_string(evaluations.outcomes.size()) +
            " outcomes and " + std::to_string(violations.size()) + " objective values for " +
            std::to_string(count) + " latents");
  }
  std::vector<Probe> told = std::exchange(pending_, {});
  for (std::size_t row = 0; row < count; ++row) {
    LearnRow(std::move(told[row]), row, evaluations);
  }
}

void Boundary::LearnRow(Probe probe, std::size_t row, const Evaluations& evaluations) {
  const Outcome& outcome = evaluations.outcomes[row];
  const double violation = evaluations.objectives[row];
  const bool drawn = probe.kind == ProbeKind::kPrior;
  if (drawn) state_.tolerance.Learn(violation);
  const bool plausible = state_.tolerance.Passes(violation);
  // What is found where no real image lies is found, but is no reason to go on there.
  state_.yields[static_cast<std::size_t>(probe.kind)].Learn(probe.stage,
                                                            outcome.finding && plausible);
  const auto margins_of = [row](const ScoreBatch& scores) {
    return ClassMargins(scores.row(row), scores.kind);
  };
  // A classifier that is tested alone has its own boundaries only.
  const ScoreBatch& reference =
      evaluations.reference.size() > 0 ? evaluations.reference : evaluations.candidate;
  const Margins margins{margins_of(reference), margins_of(evaluations.candidate)};
  if (!margins.finite()) return;
  state_.share.Learn(margins);
  if (!plausible) return;
  if (drawn) {
    LearnEndpoint(probe, row, margins);
  } else {
    LearnProbe(std::move(probe), row, margins, outcome);
  }
}

void Boundary::LearnEndpoint(const Probe& probe, std::size_t row, const Margins& margins) {
  const std::size_t place = state_.endpoints_made++ % most_endpoints_;
  if (place >= state_.endpoints.size()) state_.endpoints.emplace_back();
  const std::span<const float> latent = asked_.row(row);
  state_.endpoints[place] = {
      {latent.begin(), latent.end()}, probe.label, state_.next - asked_.size() + row, margins, 0};
}

void Boundary::LearnProbe(Probe probe, std::size_t row, const Margins& margins,
                          const Outcome& outcome) {
  const double value = margins.Signed(probe.positive, state_.share.candidate());
  probe.Learn(asked_.row(row), value, margins);
  if (IsTrigger(outcome.verdict)) {
    if (probe.kind == ProbeKind::kWalk) AdaptStep(outcome.finding);
    if (outcome.finding) AddAnchor(probe, state_.next - asked_.size() + row, margins);
    return;
  }
  const StageYields& yields = state_.yields[static_cast<std::size_t>(probe.kind)];
  if (!probe.Stuck() && yields.WorthGoingOn(probe.stage)) {
    state_.waiting.push_back(std::move(probe));
  }
}

void Boundary::AdaptStep(bool finding) {
  const double norm = TypicalNorm(context_.space);
  state_.step =
      std::clamp(state_.step * (finding ? kShorter : kLonger), kLeastStep * norm, kMostStep * norm);
}

void Boundary::AddAnchor(const Probe& probe, std::uint64_t evaluation, const Margins& margins) {
  const bool beside =
      margins.reference.label() == probe.positive || margins.candidate.label() == probe.positive;
  if (!beside || !probe.model.usable()) return;
  const std::size_t place = state_.anchors_made++ % kMostAnchors;
  if (place >= state_.anchors.size()) state_.anchors.emplace_back();
  state_.anchors[place] = {probe.model, probe.label, probe.positive, evaluation};
}

std::unique_ptr<Strategy> MakeBoundary(const StrategyOptions& options, StrategyContext context) {
  const std::size_t endpoints = options.population > 0 ? options.population : kDefaultEndpoints;
  return std::make_unique<Boundary>(std::max<std::size_t>(endpoints, 2), options.domain,
                                    std::move(context));
}

}  // namespace latentfuzz
