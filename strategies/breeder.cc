#include "latentfuzz/strategies/breeder.h"

#include <cmath>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

constexpr int kPartnerTries = 8;
constexpr double kStepOctaves = 2;

const MutatorEntry& FindUsableMutator(std::string_view name, const LatentSpace& space) {
  const MutatorEntry& mutator = FindMutator(name);
  std::string reason;
  if (!Usable(mutator, space)) {
    reason = mutator.needs == Needs::kClasses ? "needs a conditional generator"
                                              : "needs a generator with a normal prior";
  } else if (mutator.partner == Partner::kSeed) {
    reason = "needs a seed for each latent, which this strategy does not keep";
  }
  if (reason.empty()) return mutator;
  throw Error(ErrorKind::kUsage, "mutator '" + std::string(name) + "' " + reason,
              "leave it out of the list of mutators");
}

std::size_t OtherThan(std::size_t index, std::size_t size, Rng& rng) {
  if (size < 2) return index;
  const std::size_t drawn = rng.Below(size - 1);
  return drawn >= index ? drawn + 1 : drawn;
}

}  // namespace

struct Breeder::Pool {
  const Population& population;
  const Ranking& ranking;
  Parents parents;
  Rng& rng;
};

Breeder::Breeder(const BreedingRules& rules, const LatentSpace& space,
                 std::unique_ptr<Scheduler> (*make)(std::size_t arms))
    : rules_(rules), space_(space), domain_(Domain::Typical(space)) {
  for (const std::string_view name : rules.mutators) {
    const MutatorEntry& mutator = FindUsableMutator(name, space);
    (mutator.crossover() ? crossovers_ : mutations_).push_back(arms_.size());
    arms_.push_back(&mutator);
  }
  if (arms_.empty()) {
    throw Error(ErrorKind::kUsage, "the list of mutators is empty", "name at least one mutator");
  }
  scheduler_ = make(arms_.size());
}

Child Breeder::Breed(const Population& population, const Ranking& ranking, Parents parents,
                     Rng& rng) const {
  Pool pool{population, ranking, parents, rng};
  const std::size_t first = parents.first;
  const std::span<const float> parent = population.latents.row(first);
  Child child;
  child.latent.assign(parent.begin(), parent.end());
  child.label = population.latents.labels[first];
  child.provenance.parents[0] = population.evaluations[first];

  bool cross = rng.Flip(rules_.crossover_probability) && !crossovers_.empty();
  bool mutate = rng.Flip(rules_.mutation_probability) && !mutations_.empty();
  if (rules_.always_change && !cross && !mutate) {
    (mutations_.empty() ? cross : mutate) = true;
  }
  if (cross) Apply(crossovers_, pool, child);
  if (mutate) Apply(mutations_, pool, child);
  domain_.Repair(child.latent);
  return child;
}

void Breeder::Apply(std::span<const std::size_t> arms, Pool& pool, Child& child) const {
  const MutatorEntry& mutator = *arms_[scheduler_->Choose(arms, pool.rng)];
  MutatorArgs args{.partner = {}, .domain = domain_, .classes = space_.classes};
  args.always = rules_.always_change;
  if (rules_.vary_steps) args.step = std::exp2(pool.rng.Uniform(-kStepOctaves, kStepOctaves));
  if (mutator.partner != Partner::kNone) {
    const std::size_t second = ChoosePartner(mutator.partner, pool);
    args.partner = pool.population.latents.row(second);
    std::uint64_t& named = child.provenance.parents[1];
    if (named == Provenance::kNoParent) named = pool.population.evaluations[second];
  }
  mutator.apply(child.latent, child.label, args, pool.rng);
  child.provenance.mutators.push_back(mutator.name);
}

std::size_t Breeder::ChoosePartner(Partner kind, Pool& pool) const {
  const auto [first, second] = pool.parents;
  if (kind == Partner::kParent && second != first) return second;
  const std::vector<std::int32_t>& classes = pool.population.classes;
  for (int i = 0; i < kPartnerTries; ++i) {
    const std::size_t drawn = kind == Partner::kParent
                                  ? Tournament(pool.ranking, pool.rng)
                                  : OtherThan(first, pool.population.size(), pool.rng);
    const bool suits = kind == Partner::kParent
                           ? drawn != first
                           : classes[drawn] >= 0 && classes[drawn] != classes[first];
    if (suits) return drawn;
  }
  return OtherThan(first, pool.population.size(), pool.rng);
}

void Breeder::Credit(const Provenance& provenance, const Outcome& outcome) {
  for (const std::string_view name : provenance.mutators) {
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
      if (arms_[arm]->name == name) scheduler_->Credit(arm, outcome);
    }
  }
}

}  // namespace latentfuzz
