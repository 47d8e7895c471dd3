// Random flips and shifts of training images.
#pragma once

#include <span>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/base/rng.h"

namespace latentfuzz::training {

struct Augmentation {
  bool flip = false;  // mirrored left to right, half of the time
  int max_shift = 0;  // pixels, uniform in [-max_shift, max_shift] on both axes; filled with 0
};

// Writes an altered copy of `image` to `out`. REQUIRES: both hold shape.pixels().
void Augment(std::span<const float> image, const ImageShape& shape,
             const Augmentation& augmentation, Rng& rng, std::span<float> out);

}  // namespace latentfuzz::training
