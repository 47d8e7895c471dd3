// A normalizing flow in TorchScript, the learned prior of a VAE's code.
//
// Affine couplings after RealNVP (Dinh et al., arXiv 1605.08803, section 3.2). Code and latent
// are split into halves a and b; couplings change b and a in turn.
#pragma once

#include <string>
#include <vector>

#include "latentfuzz/training/layer_spec.h"

namespace latentfuzz::training {

struct FlowShape {
  int size = 16;  // of latent and code; even
  int couplings = 6;
  int hidden = 64;  // units of each coupling's network
};

// The layers that FlowSource() refers to.
std::vector<LayerSpec> FlowLayers(const FlowShape& shape);

// TorchScript source of two methods, inverse to each other:
//   code_from_latent(u: [n, size]) -> z: [n, size]
//   latent_from_code(z: [n, size]) -> (u: [n, size], log |det du/dz|: [n])
std::string FlowSource(const FlowShape& shape);

}  // namespace latentfuzz::training
