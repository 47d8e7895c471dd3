#include "latentfuzz/strategies/pool/pool_member.h"

namespace latentfuzz {
namespace {

constexpr int kTries = 8;

std::size_t OtherThan(std::size_t index, std::size_t size, Rng& rng) {
  if (size < 2) return index;
  const std::size_t drawn = rng.Below(size - 1);
  return drawn >= index ? drawn + 1 : drawn;
}

}  // namespace

Start PoolMember::AsStart(const LatentSpace& space) const {
  return {evaluation, signature, RelativeDensity(space, latent), margin};
}

SecondLatent FindSecond(Partner kind, std::span<const PoolMember> pool, std::size_t first,
                        Rng& rng) {
  if (kind == Partner::kSeed) return {pool[first].seed};
  std::size_t second = OtherThan(first, pool.size(), rng);
  for (int i = 0; kind == Partner::kOtherClass && i < kTries; ++i) {
    if (pool[second].signature.reference_label != pool[first].signature.reference_label) break;
    second = OtherThan(first, pool.size(), rng);
  }
  return {pool[second].latent, pool[second].evaluation};
}

}  // namespace latentfuzz
