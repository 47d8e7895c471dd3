// Where a campaign starts: the corpora, their entries and encoded real images as seeds.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/harness/options.h"
#include "latentfuzz/strategies/latent_space.h"

namespace latentfuzz {

LatentSpace SpaceOf(const ModelCard& card);

// The first corpus is created where it is missing; the others must exist. Throws Error{kUsage}
// where a path is a file.
std::vector<Corpus> OpenCorpora(const CampaignOptions& options, const std::string& generator);

// Ids of all usable entries, sorted, each once.
std::vector<std::string> ListSeedEntries(const std::vector<Corpus>& corpora,
                                         std::vector<Damage>* damage);

struct SeedPool {
  std::vector<SeedLatent> latents;  // entries first, then encoded images
  std::size_t from_corpus = 0;
};

// The named entries, and the encodings of the real images where the generator can encode. An entry
// that has gone since it was listed is reported as damage.
SeedPool CollectSeeds(const std::vector<Corpus>& corpora, const std::vector<std::string>& entries,
                      Generator* generator, const LabelledImages* real, std::size_t batch,
                      std::vector<Damage>* damage);

// --radius, else the card's, else measured on the first 2000 real images, else on 1000 prior draws.
double ChooseRadius(const CampaignOptions& options, Generator* generator,
                    const LabelledImages* real);

}  // namespace latentfuzz
