// The networks of conditional generative adversarial networks (after DCGAN: Radford, Metz and
// Chintala, arXiv 1511.06434).
#pragma once

#include "latentfuzz/base/batch.h"
#include "latentfuzz/training/layer_spec.h"

namespace latentfuzz::training {

// TorchScript method forward(z: [n, latent], labels: int64 [n]) -> images in [0, 1]: convolutions
// above a linear layer, with the class beside z. Grows by sub-pixel convolutions (Shi et al., arXiv
// 1609.05158, section 3.2), which train six times as fast on a CPU as transposed ones. REQUIRES:
// PyramidFits(shape) (pyramid.h).
ModuleDesign GanGenerator(const ImageShape& shape, int latent, int classes);

// TorchScript method forward(x, labels) -> scores [n], higher for what looks real: strided
// convolutions, then one linear layer a class (a projection discriminator: Miyato and Koyama,
// arXiv 1802.05637). REQUIRES: PyramidFits(shape) (pyramid.h).
ModuleDesign GanCritic(const ImageShape& shape, int classes);

}  // namespace latentfuzz::training
