#include "latentfuzz/strategies/pool/cell.h"

#include <algorithm>
#include <cmath>

namespace latentfuzz {
namespace {

constexpr std::size_t kBits = 4;
constexpr int kMostHalvings = 10;

int MarginBin(double margin) {
  if (std::isnan(margin)) return 0;
  const double halvings = -std::log2(std::max(margin, 1e-30));
  return std::clamp(static_cast<int>(halvings), 0, kMostHalvings);
}

}  // namespace

CellGrid::CellGrid(const LatentSpace& space, std::uint64_t seed)
    : dim_(space.size), middle_(space.prior == Prior::kNormal ? 0 : (space.low + space.high) / 2) {
  Rng rng(seed, StreamPurpose::kDescriptor);
  for (std::size_t i = 0; i < kBits * dim_; ++i) {
    directions_.push_back(static_cast<float>(rng.Normal()));
  }
}

Cell CellGrid::Of(const PoolMember& individual) const {
  Cell cell{individual.signature.reference_label, individual.signature.candidate_label,
            MarginBin(individual.margin)};
  for (std::size_t bit = 0; bit < kBits; ++bit) {
    double side = 0;
    for (std::size_t i = 0; i < dim_; ++i) {
      side += directions_[bit * dim_ + i] * (individual.latent[i] - middle_);
    }
    cell.descriptor |= static_cast<std::uint32_t>(side > 0) << bit;
  }
  return cell;
}

}  // namespace latentfuzz
