#include "latentfuzz/strategies/genai/seed_pool.h"

#include <algorithm>
#include <functional>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/domain.h"
#include "latentfuzz/strategies/prior.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kRangeSeeds = 1000;

bool IsEncoding(const SeedLatent& seed) { return seed.origin.starts_with("encoded:"); }

std::vector<SeedLatent> Draw(const StrategyContext& context) {
  std::vector<SeedLatent> seeds(kRangeSeeds);
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    Rng rng(context.seed, StreamPurpose::kPrior, i);
    seeds[i].latent.resize(context.space.size);
    DrawPrior(context.space, rng, seeds[i].latent);
    seeds[i].origin = "prior";
  }
  return seeds;
}

void MeasureRange(const LatentSpace& space, SeedPool& pool) {
  const Domain prior = Domain::Typical(space);
  pool.low = pool.high = pool.seeds.front().latent.front();
  for (std::size_t i = 0; i < std::min(kRangeSeeds, pool.seeds.size()); ++i) {
    const auto [low, high] = std::ranges::minmax(pool.seeds[i].latent);
    pool.low = std::min<double>(pool.low, low);
    pool.high = std::max<double>(pool.high, high);
  }
  // A range of nothing would be a step of nothing.
  if (pool.low == pool.high) {
    pool.low = prior.low;
    pool.high = prior.high;
  }
}

// The seeds to choose from.
std::vector<SeedLatent> Candidates(const StrategyContext& context) {
  const bool conditional = context.space.classes > 0;
  std::vector<SeedLatent> seeds = context.seeds;
  if (context.single && !conditional) {
    std::erase_if(seeds, [](const SeedLatent& seed) { return seed.label < 0; });
  }
  if (std::ranges::any_of(seeds, IsEncoding)) std::erase_if(seeds, std::not_fn(IsEncoding));
  if (!seeds.empty()) return seeds;
  if (context.single && !conditional) {
    throw Error(
        ErrorKind::kUsage, "no seed has a label to expect of a single classifier",
        "use a conditional generator, or one that encodes images and give labelled --images");
  }
  return Draw(context);
}

}  // namespace

SeedPool MakeSeedPool(const StrategyContext& context, std::size_t most) {
  SeedPool pool{.seeds = Candidates(context)};
  MeasureRange(context.space, pool);
  pool.seeds.resize(std::min(most, pool.seeds.size()));
  if (context.space.classes == 0) return pool;
  for (std::size_t i = 0; i < pool.seeds.size(); ++i) {
    Rng rng(context.seed, StreamPurpose::kSeeds, i);
    pool.seeds[i].label = SeedLabel(context.space, pool.seeds[i], rng);
  }
  return pool;
}

}  // namespace latentfuzz
