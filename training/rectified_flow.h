// The loss of a class-conditional rectified flow (Liu, Gong and Liu, arXiv 2209.03003,
// section 2.1).
//
// Along straight lines x(t) = (1 - t) z + t x from noise z to an image x (pixels in [-1, 1]), a
// network learns the mean velocity x - z at each point. Times are drawn from a logit-normal
// distribution, which dwells where the velocity is hardest to tell (Esser et al., arXiv 2403.03206,
// section 3.1). For classifier-free guidance (Ho and Salimans, arXiv 2207.12598) some images are
// shown without their class.
#pragma once

#include <torch/script.h>

#include <cstdint>

#include "latentfuzz/training/minibatch.h"

namespace latentfuzz::training {

struct FlowLossOptions {
  std::uint64_t seed = 1;
  double dropped = 0.1;  // share of images whose class is hidden
};

// Mean squared error of the velocity. `net` is of the design in rectified_flow_design.h.
torch::Tensor FlowMatchingLoss(torch::jit::Module& net, const Minibatch& batch,
                               const FlowLossOptions& options);

}  // namespace latentfuzz::training
