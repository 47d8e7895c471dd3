#include "latentfuzz/training/sample_quality.h"

#include <torch/torch.h>

namespace latentfuzz::training {
namespace {

torch::Tensor Rows(const FeatureRows& rows) {
  return torch::tensor(at::ArrayRef<float>(rows.values.data(), rows.values.size()))
      .reshape({-1, static_cast<std::int64_t>(rows.dim)})
      .to(torch::kFloat64);
}

// Of each row to its `neighbour`-th nearest other row.
torch::Tensor Reach(const torch::Tensor& rows, std::size_t neighbour) {
  // The nearest of all is the row itself.
  return std::get<0>(
      torch::cdist(rows, rows).kthvalue(static_cast<std::int64_t>(neighbour) + 1, 1));
}

double Share(const torch::Tensor& condition) {
  return condition.to(torch::kFloat64).mean().item<double>();
}

torch::Tensor Kernel(const torch::Tensor& a, const torch::Tensor& b) {
  return (a.mm(b.t()) / static_cast<double>(a.size(1)) + 1).pow(3);
}

// Over pairs of different rows.
double MeanOfPairs(const torch::Tensor& kernel) {
  const auto n = static_cast<double>(kernel.size(0));
  return (kernel.sum() - kernel.trace()).item<double>() / (n * (n - 1));
}

}  // namespace

PrecisionRecall MeasurePrecisionRecall(const FeatureRows& real, const FeatureRows& drawn,
                                       std::size_t neighbour) {
  const torch::NoGradGuard no_grad;
  const torch::Tensor a = Rows(real), b = Rows(drawn);
  const torch::Tensor between = torch::cdist(a, b);
  const torch::Tensor near_real = between.le(Reach(a, neighbour).unsqueeze(1));
  const torch::Tensor near_drawn = between.le(Reach(b, neighbour).unsqueeze(0));
  return {.precision = Share(near_real.any(0)), .recall = Share(near_drawn.any(1))};
}

double KernelDistance(const FeatureRows& real, const FeatureRows& drawn) {
  const torch::NoGradGuard no_grad;
  const torch::Tensor a = Rows(real), b = Rows(drawn);
  return MeanOfPairs(Kernel(a, a)) + MeanOfPairs(Kernel(b, b)) -
         2 * Kernel(a, b).mean().item<double>();
}

}  // namespace latentfuzz::training
