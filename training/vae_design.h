// The networks of variational autoencoders. Every design has the TorchScript methods
//   posterior(x) -> (mean, log variance) of the code, each [n, latent]
//   decode_code(z: code) -> images in [0, 1]
//   encode(x) -> latents, forward(z: latents) -> images
// and those of the flow that is the prior of its code (flow.h). None is called `decode`: a
// generator with a method of that name is decoded by it.
#pragma once

#include "latentfuzz/base/batch.h"
#include "latentfuzz/training/layer_spec.h"

namespace latentfuzz::training {

// Of the fully connected layers between pixels and code.
struct DenseUnits {
  int encoder = 256, decoder1 = 512, decoder2 = 768;
};

// For grey images: a decoder of fully connected layers. REQUIRES: sides of at least 8; `latent`
// even.
ModuleDesign DenseVae(const ImageShape& shape, int latent, const DenseUnits& units = {});

// For photographs: transposed convolutions on top of a linear decoder, and convolutions beside a
// linear encoder. The linear paths can begin at the principal components (principal_components.h);
// the convolutions, which begin at 0, then need only add what those leave out. REQUIRES:
// ConvVaeFits(shape); `latent` even.
ModuleDesign ConvVae(const ImageShape& shape, int latent);

// Sides from 16 to 64 pixels that can be halved three times (up to 32) or four times.
bool ConvVaeFits(const ImageShape& shape);

}  // namespace latentfuzz::training
