#include "latentfuzz/strategies/nsga2.h"

#include <algorithm>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/energies/energy.h"

namespace latentfuzz {
namespace {

constexpr int kBreedingTries = 32;

[[noreturn]] void Misused(const std::string& message) {
  throw Error(ErrorKind::kUsage, message, "alternate Ask and Tell, one row an evaluation");
}

}  // namespace

Nsga2::Nsga2(Nsga2Settings settings, StrategyContext context)
    : settings_(std::move(settings)),
      space_(context.space),
      seed_(context.seed),
      breeder_(settings_.breeding, space_, settings_.scheduler),
      population_(space_.size),
      offspring_(space_.size),
      seen_(settings_.population + settings_.offspring),
      spare_(space_.size) {
  if (!settings_.use_seeds) return;
  Rng rng(seed_, StreamPurpose::kSeeds);
  seeds_ =
      DrawSeeds(context.seeds, settings_.population / 2, space_, FindEnergy(settings_.energy), rng);
}

std::size_t Nsga2::GenerationSize() const {
  return generation_ == 0 ? settings_.population : settings_.offspring;
}

Child Nsga2::DrawFromPrior(Rng& rng) const {
  Child child = Child::FromPrior(space_, rng);
  settings_.domain.Repair(child.latent);
  return child;
}

Child Nsga2::Begin(std::uint64_t evaluation) const {
  Rng rng(seed_, StreamPurpose::kPrior, evaluation);
  if (evaluation < seeds_.size()) return Child::FromSeed(space_, seeds_[evaluation], rng);
  return DrawFromPrior(rng);
}

Child Nsga2::Propose(std::uint64_t evaluation) {
  if (generation_ == 0) return Begin(evaluation);
  Rng rng(seed_, StreamPurpose::kBreed, evaluation);
  if (settings_.immigrants > 0 && rng.Flip(settings_.immigrants)) return DrawFromPrior(rng);
  const std::size_t ordinal = offspring_.latents.size();
  Parents parents{mates_[2 * ordinal], mates_[2 * ordinal + 1]};
  for (int i = 0; i < kBreedingTries; ++i) {
    Child child = breeder_.Breed(population_, ranking_, parents, settings_.domain, rng);
    if (seen_.Insert(HashLatent(child.latent, child.label))) return child;
    parents = {Tournament(ranking_, rng), Tournament(ranking_, rng)};
  }
  return DrawFromPrior(rng);
}

Proposal Nsga2::Ask(std::size_t n) {
  if (!pending_.empty()) Misused("Ask was called before the results of the last one");
  if (n == 0) Misused("Ask was called for no latents");
  const std::size_t first = offspring_.size();
  const std::size_t count = std::min(n, GenerationSize() - first);
  pending_.reserve(count);
  std::vector<int> expected;
  expected.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    Child child = Propose(next_++);
    offspring_.latents.Append(child.latent, child.label);
    expected.push_back(child.expected);
    pending_.push_back(std::move(child.provenance));
  }
  return {offspring_.latents.Slice(first, count), pending_, std::move(expected)};
}

void Nsga2::Tell(const Evaluations& evaluations) {
  const std::size_t count = pending_.size();
  const std::vector<double>& rows = evaluations.objectives;
  if (evaluations.outcomes.size() != count || rows.size() != count * settings_.objectives.size()) {
    Misused("Tell was called with " + std::to_string(evaluations.outcomes.size()) +
            " outcomes and " + std::to_string(rows.size()) + " objective values for " +
            std::to_string(count) + " latents");
  }
  offspring_.objectives.insert(offspring_.objectives.end(), rows.begin(), rows.end());
  for (std::size_t i = 0; i < count; ++i) {
    const Outcome& outcome = evaluations.outcomes[i];
    offspring_.evaluations.push_back(next_ - count + i);
    offspring_.classes.push_back(outcome.signature.reference_label);
    breeder_.operators().Credit(pending_[i], outcome);
  }
  pending_.clear();
  if (offspring_.size() == GenerationSize()) Advance();
}

void Nsga2::Advance() {
  std::vector<double> objectives = population_.objectives;
  objectives.insert(objectives.end(), offspring_.objectives.begin(), offspring_.objectives.end());
  Survival survival = SelectSurvivors(
      {objectives, settings_.objectives.size(), settings_.constrained}, settings_.population);
  spare_.Gather(population_, offspring_, survival.survivors);
  std::swap(population_, spare_);
  ranking_ = std::move(survival.ranking);
  offspring_.Clear();
  seeds_.clear();
  ++generation_;
  ChooseMates();
  breeder_.operators().scheduler().EndRound();
  seen_.Clear();
  Remember(population_.latents);
}

void Nsga2::ChooseMates() {
  Rng rng(seed_, StreamPurpose::kSelection, generation_);
  mates_ = MatingPool(ranking_, 2 * settings_.offspring, rng);
}

void Nsga2::Remember(const LatentBatch& latents) {
  for (std::size_t i = 0; i < latents.size(); ++i) {
    seen_.Insert(HashLatent(latents.row(i), latents.labels[i]));
  }
}

}  // namespace latentfuzz
