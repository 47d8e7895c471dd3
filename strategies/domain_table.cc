#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/domain.h"
#include "latentfuzz/strategies/names.h"

namespace latentfuzz {
namespace {

Domain MakeShell(const LatentSpace& space, std::span<const SeedLatent>) {
  if (space.prior != Prior::kNormal) {
    throw Error(ErrorKind::kUsage, "the domain 'shell' needs a generator with a normal prior",
                "choose 'box'");
  }
  return Domain::Typical(space);
}

// From the least to the largest gene of all seeds, as Algorithm 1 of arXiv 2412.17652 clamps;
// without seeds, the range of a gene under the prior.
Domain MakeBox(const LatentSpace& space, std::span<const SeedLatent> seeds) {
  Domain box = Domain::Typical(space);
  box.kind = Domain::Kind::kBox;
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const SeedLatent& seed : seeds) {
    for (const double gene : seed.latent) {
      least = std::min(least, gene);
      most = std::max(most, gene);
    }
  }
  if (!(least < most)) return box;
  box.low = least;
  box.high = most;
  return box;
}

Domain MakeNone(const LatentSpace& space, std::span<const SeedLatent>) {
  return Domain::None(space);
}

}  // namespace

std::span<const DomainEntry> DomainTable() {
  static constexpr std::array kTable{
      DomainEntry{"shell", "the radii that are typical of a normal prior", MakeShell},
      DomainEntry{"box", "the range of the seeds' genes; the prior's where there are none",
                  MakeBox},
      DomainEntry{"none", "anywhere", MakeNone},
  };
  return kTable;
}

Domain ChooseDomain(std::string_view name, const LatentSpace& space,
                    std::span<const SeedLatent> seeds) {
  if (name.empty()) return Domain::Typical(space);
  return FindByName(DomainTable(), name, "domain").make(space, seeds);
}

}  // namespace latentfuzz
