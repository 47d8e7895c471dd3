// The loss of a variational autoencoder (Kingma and Welling, arXiv 1312.6114).
//
// The decoder is a Gaussian with the variance that fits best (sigma-VAE: Rybkin et al., arXiv
// 2006.13202, section 3.2). The prior of its code is a normalizing flow, trained with it (Chen et
// al., arXiv 1611.02731, section 3.2).
//
// The latent of the finished generator is the flow's input, which is standard normal: draws from
// N(0, I) then reach the codes that real images have, and not the gaps between them.
#pragma once

#include <torch/script.h>

#include <cstdint>

#include "latentfuzz/training/minibatch.h"

namespace latentfuzz::training {

struct VaeLoss {
  std::uint64_t seed = 1;
  double pixels = 0;  // of an image, all channels
  // Where given, a trained classifier (classifier_design.h): decoded images must also give the
  // features that their originals give, as far as two more observations of `pixels` / 2 values
  // each (a deep feature consistent VAE: Hou et al., arXiv 1610.00291, section 3.2, with fitted
  // variances). Without it, pixels alone make decoded photographs too blurred to be recognised.
  torch::jit::Module* critic = nullptr;
};

// Negative evidence lower bound of a mean image, in nats up to a constant. `net` is of a design in
// vae_design.h.
torch::Tensor NegativeElbo(torch::jit::Module& net, const Minibatch& batch, const VaeLoss& loss);

}  // namespace latentfuzz::training
