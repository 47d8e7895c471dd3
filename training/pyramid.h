// Images that can be halved until few pixels are left.
#pragma once

#include "latentfuzz/base/batch.h"

namespace latentfuzz::training {

// Twice for images of up to 32 pixels a side, else three times.
int Halvings(const ImageShape& shape);

// Sides from 8 to 64 pixels that can be halved so often.
bool PyramidFits(const ImageShape& shape);

// What to do where an image does not fit, as the hint of an error.
inline constexpr const char* kPyramidSizes =
    "give --size: images have sides of 8 to 32 pixels that are multiples of 4, or of 40 to 64 that "
    "are multiples of 8";

}  // namespace latentfuzz::training
