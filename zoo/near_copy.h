// How near two images must be to count as copies of each other.
#pragma once

#include "latentfuzz/adapters/dataset.h"

namespace latentfuzz::zoo {

// Half the median, over all images, of the L2 distance to the nearest other image of the same
// class. Distances over all pixels in the canonical range. REQUIRES: two images of each class
// that occurs.
double NearCopyRadius(const LabelledImages& data);

}  // namespace latentfuzz::zoo
