// The network of a class-conditional rectified flow (rectified_flow.h): a small U-Net of residual
// convolutions (Ronneberger et al., arXiv 1505.04597), modulated by time and class. It works on
// blocks of pixels, so that a step costs little.
#pragma once

#include "latentfuzz/base/batch.h"
#include "latentfuzz/training/layer_spec.h"

namespace latentfuzz::training {

// How a flow is integrated: part of the generator's identity. Settings of the module by the same
// names.
struct FlowSettings {
  int steps = 6;          // of Euler's method
  double guidance = 1.5;  // 1 = none; above, classes are more pronounced
};

// TorchScript methods:
//   one_hot(labels: int64 [n]) -> [n, classes]
//   velocity(x, t: [n], wanted: [n, classes]) -> like x; of no class in particular where that is 0
//   forward(z: [n, pixels], labels) -> images in [0, 1]
//   encode(images, labels) -> latents that decode to nearly these images
// The last of Euler's steps removes what noise is left, and has no inverse: `encode` begins before
// it, with a constant noise, and solves each earlier step for its start by fixed-point iteration.
// REQUIRES: PyramidFits(shape) (pyramid.h).
ModuleDesign RectifiedFlow(const ImageShape& shape, int classes, const FlowSettings& settings);

}  // namespace latentfuzz::training
