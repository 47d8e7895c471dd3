#include "latentfuzz/strategies/seed_state.h"

#include <span>
#include <string>
#include <utility>

#include "latentfuzz/base/batch.h"

namespace latentfuzz {

void SaveSeeds(const std::vector<SeedLatent>& seeds, StateWriter& writer) {
  LatentBatch latents;
  std::vector<std::string> origins;
  for (const SeedLatent& seed : seeds) {
    latents.dim = seed.latent.size();
    latents.Append(seed.latent, seed.label);
    origins.push_back(seed.origin);
  }
  writer.PutArray("seeds.latents", latents.values);
  writer.PutArray("seeds.labels", latents.labels);
  writer.PutTexts("seeds.origins", origins);
}

std::vector<SeedLatent> LoadSeeds(const StateReader& reader, std::size_t dim) {
  LatentBatch latents;
  latents.dim = dim;
  latents.labels = reader.GetArray<int>("seeds.labels");
  latents.values = reader.GetArray<float>("seeds.latents", latents.size() * dim);
  std::vector<std::string> origins = reader.GetTexts("seeds.origins");
  if (origins.size() != latents.size()) reader.Damaged("seeds.origins");
  std::vector<SeedLatent> seeds;
  for (std::size_t i = 0; i < latents.size(); ++i) {
    const std::span<const float> row = latents.row(i);
    seeds.push_back({{row.begin(), row.end()}, latents.labels[i], std::move(origins[i])});
  }
  return seeds;
}

void SaveDomain(const Domain& domain, StateWriter& writer) {
  writer.PutArray("domain.range", std::vector<double>{domain.low, domain.high});
}

Domain LoadDomain(const StateReader& reader, Domain domain) {
  const auto range = reader.GetArray<double>("domain.range", 2);
  if (!(range[0] < range[1])) reader.Damaged("domain.range");
  domain.low = range[0];
  domain.high = range[1];
  return domain;
}

std::string Describe(const LatentSpace& space) {
  std::string text = "size " + std::to_string(space.size);
  text += space.prior == Prior::kNormal ? ", normal prior"
                                        : ", uniform prior [" + std::to_string(space.low) + ", " +
                                              std::to_string(space.high) + "]";
  text += ", classes " + std::to_string(space.classes);
  if (space.truncation != 1) text += ", truncation " + std::to_string(space.truncation);
  return text;
}

}  // namespace latentfuzz
