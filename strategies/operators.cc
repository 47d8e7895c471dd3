#include "latentfuzz/strategies/operators.h"

#include <cmath>
#include <string>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/names.h"

namespace latentfuzz {
namespace {

constexpr double kStepOctaves = 2;

void RequireUsable(const MutatorEntry& mutator, const LatentSpace& space, bool keeps_seeds) {
  std::string reason;
  if (!Usable(mutator, space)) {
    reason = mutator.needs == Needs::kClasses ? "needs a conditional generator"
                                              : "needs a generator with a normal prior";
  } else if (mutator.partner == Partner::kSeed && !keeps_seeds) {
    reason = "needs a seed for each latent, which this strategy does not keep";
  }
  if (reason.empty()) return;
  throw Error(ErrorKind::kUsage, "mutator '" + std::string(mutator.name) + "' " + reason,
              "leave it out of the list of mutators");
}

}  // namespace

Operators::Operators(std::span<const MutatorChoice> mutators, const LatentSpace& space,
                     std::string_view scheduler, bool keeps_seeds)
    : space_(space) {
  std::vector<double> weights;
  for (const auto& [mutator, weight] : mutators) {
    RequireUsable(*mutator, space, keeps_seeds);
    all_.push_back(arms_.size());
    (mutator->crossover() ? crossovers_ : mutations_).push_back(arms_.size());
    arms_.push_back(mutator);
    weights.push_back(weight);
  }
  if (arms_.empty()) {
    throw Error(ErrorKind::kUsage, "the list of mutators is empty", "name at least one mutator");
  }
  scheduler_ = FindByName(SchedulerTable(), scheduler, "scheduler").make(weights);
}

void Operators::Apply(std::span<const std::size_t> arms, const Domain& domain, Size size,
                      const std::function<SecondLatent(Partner)>& second, Child& child,
                      Rng& rng) const {
  const MutatorEntry& mutator = *arms_[scheduler_->Choose(arms, rng)];
  MutatorArgs args{.partner = {}, .domain = domain, .classes = space_.classes};
  args.always = size.always;
  if (size.vary) args.step = std::exp2(rng.Uniform(-kStepOctaves, kStepOctaves));
  if (mutator.partner != Partner::kNone) {
    const SecondLatent other = second(mutator.partner);
    args.partner = other.latent;
    std::uint64_t& named = child.provenance.parents[1];
    if (named == Provenance::kNoParent) named = other.evaluation;
  }
  mutator.apply(child.latent, child.label, args, rng);
  child.provenance.mutators.push_back(mutator.name);
}

void Operators::Credit(const Provenance& provenance, const Outcome& outcome) {
  for (const std::string_view name : provenance.mutators) {
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
      if (arms_[arm]->name == name) scheduler_->Credit(arm, outcome);
    }
  }
}

}  // namespace latentfuzz
