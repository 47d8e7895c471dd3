// A small convolutional classifier for images of up to 64 pixels a side.
#pragma once

#include "latentfuzz/base/batch.h"
#include "latentfuzz/training/layer_spec.h"

namespace latentfuzz::training {

// Blocks of a 3x3 convolution, ReLU and max pooling until a side is 4 pixels or less, then one
// linear layer. TorchScript methods: forward(x) -> logits [n, classes]; features(x) -> the outputs
// of the last two blocks. REQUIRES: sides of at least 8.
ModuleDesign ClassifierDesign(const ImageShape& shape, int classes);

}  // namespace latentfuzz::training
