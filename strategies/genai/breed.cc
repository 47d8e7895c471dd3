#include "latentfuzz/strategies/genai/breed.h"

#include "latentfuzz/base/batch.h"
#include "latentfuzz/strategies/mutators/genes.h"
#include "latentfuzz/strategies/mutators/mutator.h"

namespace latentfuzz {
namespace {

constexpr std::string_view kCrossover = "one_point";
constexpr std::string_view kMutation = "gaussian";
constexpr std::string_view kRestore = "sparse_restore";

void Apply(std::string_view mutator, std::span<const float> partner, const Domain& domain,
           std::span<float> latent, Rng& rng) {
  int label = kNoLabel;
  FindMutator(mutator).apply(latent, label, {.partner = partner, .domain = domain}, rng);
}

}  // namespace

Individual Mutate(const Individual& seed, double step, const Domain& domain, Rng& rng) {
  Individual child;
  child.latent = seed.latent;
  child.parents[0] = seed.evaluation;
  AddNormal(child.latent, step, rng);
  domain.Repair(child.latent);
  return child;
}

Individual Breed(std::span<const Individual> parents, std::span<const float> seed, double step,
                 const Domain& domain, bool sparse, Rng& rng) {
  const std::size_t first = rng.Below(parents.size());
  std::size_t second = parents.size() > 1 ? rng.Below(parents.size() - 1) : first;
  if (parents.size() > 1 && second >= first) ++second;
  Individual child;
  child.latent = parents[first].latent;
  child.parents = {parents[first].evaluation, parents[second].evaluation};
  Apply(kCrossover, parents[second].latent, domain, child.latent, rng);
  if (sparse) {
    ForEachNormal(seed.size(), rng, [&](std::size_t i, float eps) {
      if (child.latent[i] != seed[i]) child.latent[i] += static_cast<float>(step) * eps;
    });
    Apply(kRestore, seed, domain, child.latent, rng);
  } else {
    AddNormal(child.latent, step, rng);
  }
  domain.Repair(child.latent);
  return child;
}

std::vector<std::string_view> MutateOperators() { return {kMutation}; }

std::vector<std::string_view> BreedOperators(bool sparse) {
  std::vector<std::string_view> names{kCrossover, kMutation};
  if (sparse) names.push_back(kRestore);
  return names;
}

}  // namespace latentfuzz
