#include "latentfuzz/strategies/breeder.h"

namespace latentfuzz {
namespace {

constexpr int kPartnerTries = 8;

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

Breeder::Breeder(const BreedingRules& rules, const LatentSpace& space, std::string_view scheduler)
    : rules_(rules), space_(space), operators_(rules.mutators, space, scheduler, false) {}

Child Breeder::Breed(const Population& population, const Ranking& ranking, Parents parents,
                     const Domain& domain, Rng& rng) const {
  Pool pool{population, ranking, parents, rng};
  const std::size_t first = parents.first;
  const std::span<const float> parent = population.latents.row(first);
  Child child;
  child.latent.assign(parent.begin(), parent.end());
  child.label = population.latents.labels[first];
  child.provenance.parents[0] = population.evaluations[first];

  bool cross = rng.Flip(rules_.crossover_probability) && !operators_.crossovers().empty();
  bool mutate = rng.Flip(rules_.mutation_probability) && !operators_.mutations().empty();
  if (rules_.always_change && !cross && !mutate) {
    (operators_.mutations().empty() ? cross : mutate) = true;
  }
  const auto apply = [&](std::span<const std::size_t> arms) {
    operators_.Apply(
        arms, domain, {.vary = rules_.vary_steps, .always = rules_.always_change},
        [&](Partner kind) {
          const std::size_t second = ChoosePartner(kind, pool);
          return SecondLatent{population.latents.row(second), population.evaluations[second]};
        },
        child, rng);
  };
  if (cross) apply(operators_.crossovers());
  if (mutate) apply(operators_.mutations());
  domain.Repair(child.latent);
  child.Expect(space_, kNoLabel);
  return child;
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

}  // namespace latentfuzz
