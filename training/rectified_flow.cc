#include "latentfuzz/training/rectified_flow.h"

#include "latentfuzz/base/rng.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

// 1 where an image shows its class, [n, 1].
torch::Tensor Shown(std::int64_t count, const FlowLossOptions& options, std::uint64_t step) {
  Rng rng(options.seed, StreamPurpose::kSelection, step);
  torch::Tensor shown = torch::empty({count, 1});
  float* values = shown.data_ptr<float>();
  for (std::int64_t i = 0; i < count; ++i) values[i] = rng.Flip(options.dropped) ? 0 : 1;
  return shown;
}

torch::Tensor Times(std::int64_t count, const FlowLossOptions& options, std::uint64_t step) {
  Rng rng(options.seed, StreamPurpose::kProbe, step);
  torch::Tensor logits = torch::empty({count});
  float* values = logits.data_ptr<float>();
  for (std::int64_t i = 0; i < count; ++i) values[i] = static_cast<float>(rng.Normal());
  return torch::sigmoid(logits);
}

}  // namespace

torch::Tensor FlowMatchingLoss(torch::jit::Module& net, const Minibatch& batch,
                               const FlowLossOptions& options) {
  const std::int64_t count = batch.labels.size(0);
  const torch::Tensor images = batch.images * 2 - 1;
  const torch::Tensor noise = StandardNormal(images.sizes(), options.seed, batch.step);
  const torch::Tensor times = Times(count, options, batch.step);
  const torch::Tensor share = times.reshape({-1, 1, 1, 1});
  const torch::Tensor wanted = net.get_method("one_hot")({batch.labels}).toTensor();
  const torch::Tensor velocity =
      net.get_method("velocity")({(1 - share) * noise + share * images, times,
                                  wanted * Shown(count, options, batch.step)})
          .toTensor();
  return (velocity - (images - noise)).square().mean();
}

}  // namespace latentfuzz::training
