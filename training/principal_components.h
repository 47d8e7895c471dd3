// Where the linear paths of a ConvVae (vae_design.h) start: at the principal components of the
// images, so that no training is spent on what linear algebra gives.
#pragma once

#include <torch/script.h>

#include <cstdint>

#include "latentfuzz/base/batch.h"

namespace latentfuzz::training {

struct Components {
  torch::Tensor mean;        // [values]
  torch::Tensor directions;  // [values, count], orthonormal
  torch::Tensor deviations;  // [count], along each direction, largest first
  double residual = 0;       // variance a value that no direction explains
};

// The `count` leading principal components of rows [n, values], by subspace iteration (Halko,
// Martinsson and Tropp, arXiv 0909.4061, algorithm 4.4). REQUIRES: count <= values, n >= 2.
Components PrincipalComponents(const torch::Tensor& rows, std::int64_t count, std::uint64_t seed);

// Sets the linear paths of `vae` so that it encodes images to their principal components, scaled to
// variance 1, and decodes from these; and the posterior's variance to what the residual leaves
// uncertain. Pixels are taken as the logits that the decoder's sigmoid undoes.
void StartAtPrincipalComponents(torch::jit::Module& vae, const ImageBatch& images,
                                std::uint64_t seed);

}  // namespace latentfuzz::training
