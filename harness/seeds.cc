#include "latentfuzz/harness/seeds.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/in_chunks.h"
#include "latentfuzz/harness/near_copies.h"
#include "latentfuzz/harness/preflight.h"

namespace latentfuzz {

LatentSpace SpaceOf(const ModelCard& card) {
  LatentSpace space;
  space.size = card.latent_size;
  space.prior = card.prior == LatentPrior::kNormal ? Prior::kNormal : Prior::kUniform;
  space.low = card.latent_low;
  space.high = card.latent_high;
  space.classes = card.latent_classes.size();
  return space;
}

std::vector<Corpus> OpenCorpora(const CampaignOptions& options, const std::string& generator) {
  std::vector<Corpus> corpora;
  for (const std::string& path : options.corpora) {
    if (std::filesystem::is_regular_file(path)) {
      throw Error(ErrorKind::kUsage, path + " is a file, not a corpus directory",
                  "to run single findings again: latentfuzz replay " + path);
    }
    corpora.push_back(corpora.empty() ? Corpus::OpenOrCreate(path, generator)
                                      : Corpus::OpenExisting(path, generator));
  }
  return corpora;
}

std::vector<std::string> ListSeedEntries(const std::vector<Corpus>& corpora,
                                         std::vector<Damage>* damage) {
  std::set<std::string> ids;
  for (const Corpus& corpus : corpora) {
    for (const Entry& entry : corpus.Entries(damage)) ids.insert(entry.Id());
  }
  return {ids.begin(), ids.end()};
}

namespace {

void AppendEntries(const std::vector<Corpus>& corpora, const std::vector<std::string>& wanted,
                   SeedPool* pool, std::vector<Damage>* damage) {
  std::map<std::string, Entry> stored;
  std::vector<Damage> listed_before;
  for (const Corpus& corpus : corpora) {
    for (Entry& entry : corpus.Entries(&listed_before)) {
      std::string id = entry.Id();
      stored.emplace(std::move(id), std::move(entry));
    }
  }
  for (const std::string& id : wanted) {
    const auto found = stored.find(id);
    if (found == stored.end()) {
      damage->push_back({corpora.front().directory() / "entries", "seed " + id + " is missing"});
      continue;
    }
    const Entry& entry = found->second;
    pool->latents.push_back(
        {entry.latent, entry.label >= 0 ? entry.label : entry.expected, "corpus:" + id});
  }
  pool->from_corpus = pool->latents.size();
}

void AppendEncodings(Generator* generator, const LabelledImages& real, std::size_t batch,
                     SeedPool* pool) {
  const LatentBatch encoded = EncodeInChunks(*generator, real.images, real.labels, batch);
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    const auto z = encoded.row(i);
    pool->latents.push_back(
        {{z.begin(), z.end()}, encoded.labels[i], "encoded:" + std::to_string(i)});
  }
}

}  // namespace

SeedPool CollectSeeds(const std::vector<Corpus>& corpora, const std::vector<std::string>& entries,
                      Generator* generator, const LabelledImages* real, std::size_t batch,
                      std::vector<Damage>* damage) {
  SeedPool pool;
  if (!entries.empty()) AppendEntries(corpora, entries, &pool, damage);
  if (real != nullptr && generator->can_encode()) AppendEncodings(generator, *real, batch, &pool);
  return pool;
}

namespace {

// Every image is compared with every other: more would take minutes and hardly move the median.
constexpr std::size_t kRadiusImages = 2000;

LabelledImages First(const LabelledImages& data, std::size_t count) {
  const std::size_t kept = std::min(count, data.images.size());
  return {data.images.Slice(0, kept),
          {data.labels.begin(), data.labels.begin() + static_cast<std::ptrdiff_t>(kept)}};
}

}  // namespace

double ChooseRadius(const CampaignOptions& options, Generator* generator,
                    const LabelledImages* real) {
  if (options.radius) return *options.radius;
  if (generator->card().near_copy_radius) return *generator->card().near_copy_radius;
  if (real != nullptr) return NearCopyRadius(First(*real, kRadiusImages));
  // Without real images there are no classes to keep apart: the nearest neighbour of any.
  constexpr std::size_t kDraws = 1000;
  const ImageBatch images = generator->Decode(DrawPrior(generator->card(), kDraws, options.seed));
  return NearCopyRadius({images, std::vector<int>(kDraws, 0)});
}

}  // namespace latentfuzz
