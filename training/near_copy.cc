#include "latentfuzz/training/near_copy.h"

#include <torch/script.h>

#include <algorithm>
#include <vector>

#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

constexpr std::int64_t kBlock = 1000;

// Distance of each row of `images` [n, pixels] to its nearest other row. The neighbour is found
// by |a|^2 + |b|^2 - 2ab, its distance computed anew to avoid cancellation.
torch::Tensor NearestDistances(const torch::Tensor& images) {
  const torch::Tensor norms = images.square().sum(1);
  std::vector<torch::Tensor> distances;
  for (std::int64_t begin = 0; begin < images.size(0); begin += kBlock) {
    const std::int64_t rows = std::min(kBlock, images.size(0) - begin);
    const torch::Tensor block = images.narrow(0, begin, rows);
    torch::Tensor squares = norms.unsqueeze(0) - 2 * block.mm(images.t());
    squares.diagonal(begin).fill_(std::numeric_limits<float>::infinity());
    const torch::Tensor nearest = images.index_select(0, squares.argmin(1));
    distances.push_back((block - nearest).square().sum(1).sqrt());
  }
  return torch::cat(distances);
}

}  // namespace

double NearCopyRadius(const LabelledImages& data) {
  const torch::NoGradGuard no_grad;
  const torch::Tensor images = ToTensor(data.images).flatten(1);
  const torch::Tensor labels = ToTensor(data.labels);
  std::vector<torch::Tensor> distances;
  for (std::int64_t label = 0; label <= labels.max().item<std::int64_t>(); ++label) {
    const torch::Tensor rows = labels.eq(label).nonzero().flatten();
    if (rows.size(0) < 2) continue;
    distances.push_back(NearestDistances(images.index_select(0, rows)));
  }
  if (distances.empty()) return 0;
  return 0.5 * torch::cat(distances).median().item<double>();
}

}  // namespace latentfuzz::training
