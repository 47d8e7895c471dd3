#include "latentfuzz/strategies/genai/genai.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

[[noreturn]] void Misused(const std::string& message) {
  throw Error(ErrorKind::kUsage, message, "alternate Ask and Tell, one row an evaluation");
}

Domain MakeDomain(GenaiLimits limits, const LatentSpace& space, const SeedPool& pool) {
  switch (limits) {
    case GenaiLimits::kObserved: return Domain::Box(pool.low, pool.high);
    case GenaiLimits::kTypical: return Domain::Typical(space);
    case GenaiLimits::kNone: return Domain::None(space);
  }
  return {};
}

}  // namespace

Genai::Genai(GenaiSettings settings, const StrategyContext& context)
    : settings_(std::move(settings)), space_(context.space), seed_(context.seed) {
  const std::span<const std::string_view> names = settings_.rules.fitness->objectives;
  objectives_.assign(names.begin(), names.end());
  const std::size_t most = std::numeric_limits<std::size_t>::max();
  UsePool(MakeSeedPool(context, settings_.seeds > 0 ? settings_.seeds : most));
  state_.seeds.resize(pool_.seeds.size());
}

void Genai::UsePool(SeedPool pool) {
  pool_ = std::move(pool);
  rules_ = settings_.rules;
  rules_.domain = MakeDomain(settings_.limits, space_, pool_);
  if (settings_.step_share > 0) {
    rules_.step.initial = settings_.step_share * (pool_.high - pool_.low);
  }
}

bool Genai::Done() const {
  return state_.running.empty() &&
         std::ranges::find(state_.seeds, SeedState::kWaiting) == state_.seeds.end();
}

// Whether there was a seed to begin with.
bool Genai::Begin() {
  for (std::size_t i = 0; i < pool_.seeds.size(); ++i) {
    const std::size_t place = (state_.turn + i) % pool_.seeds.size();
    if (state_.seeds[place] != SeedState::kWaiting) continue;
    state_.seeds[place] = SeedState::kRunning;
    state_.turn = (place + 1) % pool_.seeds.size();
    const SeedLatent& seed = pool_.seeds[place];
    state_.running.emplace_back(state_.begun++, place, seed.latent, seed.label);
    return true;
  }
  return false;
}

void Genai::Propose(SeedSearch& search, Proposal& proposal) const {
  const SeedLatent& seed = pool_.seeds[search.place()];
  Provenance provenance;
  if (search.state() == SeedSearch::State::kChecking) {
    provenance.origin = seed.origin;
  } else {
    provenance.mutators =
        search.generation() == 0 ? MutateOperators() : BreedOperators(rules_.sparse);
  }
  const Individual& individual = search.Next();
  provenance.parents = individual.parents;
  proposal.latents.Append(individual.latent, space_.classes > 0 ? seed.label : kNoLabel);
  proposal.provenance.push_back(std::move(provenance));
  proposal.expected.push_back(search.expected());
}

Proposal Genai::Ask(std::size_t n) {
  if (!pending_.empty()) Misused("Ask was called before the results of the last one");
  if (n == 0) Misused("Ask was called for no latents");
  if (Done()) Misused("Ask was called, but every seed is done");
  Proposal proposal;
  proposal.latents.dim = space_.size;
  for (std::size_t i = 0; proposal.latents.size() < n; ++i) {
    if (i == state_.running.size() && !Begin()) break;
    SeedSearch& search = state_.running[i];
    for (; search.HasNext() && proposal.latents.size() < n; pending_.push_back(i)) {
      Propose(search, proposal);
    }
  }
  return proposal;
}

void Genai::Tell(const Evaluations& evaluations) {
  const std::size_t count = pending_.size();
  const std::size_t columns = objectives_.size();
  if (evaluations.outcomes.size() != count || evaluations.objectives.size() != columns * count) {
    Misused("Tell was called with " + std::to_string(evaluations.outcomes.size()) +
            " outcomes and " + std::to_string(evaluations.objectives.size()) +
            " objective values for " + std::to_string(count) + " latents");
  }
  for (std::size_t row = 0; row < count; ++row) {
    const auto objectives = std::span(evaluations.objectives).subspan(row * columns, columns);
    state_.running[pending_[row]].Tell(rules_, objectives, evaluations.outcomes[row], state_.next++,
                                       seed_);
  }
  pending_.clear();
  for (const SeedSearch& search : state_.running) {
    if (!search.done()) continue;
    state_.tally.Count(search, rules_.generations);
    const bool again = settings_.seeds == 0 && search.state() == SeedSearch::State::kFinished;
    state_.seeds[search.place()] = again ? SeedState::kWaiting : SeedState::kSpent;
  }
  std::erase_if(state_.running, [](const SeedSearch& search) { return search.done(); });
}

}  // namespace latentfuzz
