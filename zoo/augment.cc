#include "latentfuzz/zoo/augment.h"

#include <cstddef>

namespace latentfuzz::zoo {
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
  std::size_t at = 0;
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x, ++at) {
      const int from_y = y - down;
      const int shifted = x - right;
      const int from_x = flip ? shape.width - 1 - shifted : shifted;
      const bool inside =
          from_y >= 0 && from_y < shape.height && from_x >= 0 && from_x < shape.width;
      out[at] = inside ? image[static_cast<std::size_t>(from_y * shape.width + from_x)] : 0.0F;
    }
  }
}

}  // namespace latentfuzz::zoo
