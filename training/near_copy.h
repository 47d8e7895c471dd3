// How near two images must be to count as copies of each other.
#pragma once

#include "latentfuzz/adapters/dataset.h"

namespace latentfuzz::training {

// Half the median, over all images, of the L2 distance to the nearest other image of the same
// class. Distances over all pixels in the canonical range. Classes of one image do not count; 0
// where there are no others.
double NearCopyRadius(const LabelledImages& data);

}  // namespace latentfuzz::training
