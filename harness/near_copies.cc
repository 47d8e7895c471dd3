#include "latentfuzz/harness/near_copies.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/harness/statistics.h"

namespace latentfuzz {
namespace {

std::uint64_t SquaredDistance(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int d = static_cast<int>(a[i]) - static_cast<int>(b[i]);
    sum += static_cast<std::uint64_t>(d * d);
  }
  return sum;
}

// Largest squared distance between 8-bit images that lies within `radius`. A radius that is a whole
// number of 1/255 units must not fall short of it by rounding.
std::uint64_t SquaredLimit(double radius) {
  constexpr double kBeyondAnyImage = 1e18;
  const double units = radius * 255.0;
  return static_cast<std::uint64_t>(std::min(units * units * (1 + 1e-12), kBeyondAnyImage));
}

}  // namespace

NearCopyIndex::NearCopyIndex(double radius)
    : radius_(radius), squared_limit_(SquaredLimit(radius)) {}

std::optional<std::string> NearCopyIndex::Find(const Signature& signature,
                                               std::span<const std::uint8_t> pixels) const {
  const auto found = by_signature_.find(signature);
  if (found == by_signature_.end()) return std::nullopt;
  for (const Member& member : found->second) {
    if (member.pixels.size() == pixels.size() &&
        SquaredDistance(member.pixels, pixels) <= squared_limit_) {
      return member.id;
    }
  }
  return std::nullopt;
}

void NearCopyIndex::Add(const Signature& signature, std::string id,
                        std::vector<std::uint8_t> pixels) {
  by_signature_[signature].push_back({std::move(id), std::move(pixels)});
  ++size_;
}

double NearCopyRadius(const LabelledImages& data) {
  std::vector<std::vector<std::uint8_t>> pixels;
  for (std::size_t i = 0; i < data.images.size(); ++i)
    pixels.push_back(ToBytes(data.images.image(i)));
  std::vector<double> nearest;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    auto best = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t j = 0; j < pixels.size(); ++j) {
      if (i == j || data.labels[i] != data.labels[j]) continue;
      best = std::min(best, SquaredDistance(pixels[i], pixels[j]));
    }
    if (best != std::numeric_limits<std::uint64_t>::max()) {
      nearest.push_back(std::sqrt(static_cast<double>(best)) / 255.0);
    }
  }
  return nearest.empty() ? 0 : Median(nearest) / 2;
}

}  // namespace latentfuzz
