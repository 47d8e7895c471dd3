#include "latentfuzz/training/augment.h"

#include <cstddef>

namespace latentfuzz::training {
namespace {

int Shift(int max_shift, Rng& rng) {
  return static_cast<int>(rng.Below(static_cast<std::size_t>(2 * max_shift + 1))) - max_shift;
}

}  // namespace

void Augment(std::span<const float> image, const ImageShape& shape,
             const Augmentation& augmentation, Rng& rng, std::span<float> out) {
  const bool flip = augmentation.flip && rng.Flip(0.5);
  const int down = Shift(augmentation.max_shift, rng);
  const int right = Shift(augmentation.max_shift, rng);
  const auto plane = shape.pixels() / static_cast<std::size_t>(shape.channels);
  for (std::size_t at = 0; at < shape.pixels(); ++at) {
    const auto pixel = static_cast<int>(at % plane);
    const int from_y = pixel / shape.width - down;
    const int shifted = pixel % shape.width - right;
    const int from_x = flip ? shape.width - 1 - shifted : shifted;
    const bool inside = from_y >= 0 && from_y < shape.height && from_x >= 0 && from_x < shape.width;
    const std::size_t first = at - at % plane;
    out[at] =
        inside ? image[first + static_cast<std::size_t>(from_y * shape.width + from_x)] : 0.0F;
  }
}

}  // namespace latentfuzz::training
