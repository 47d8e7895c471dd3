// Parameters and the optimizer that moves them.
#pragma once

#include <torch/optim/adamw.h>
#include <torch/serialize.h>

#include <vector>

namespace latentfuzz::training {

// AdamW (Loshchilov and Hutter, arXiv 1711.05101).
struct DescentOptions {
  double learning_rate = 1e-3;
  double weight_decay = 0;  // decoupled
  double beta1 = 0.9, beta2 = 0.999;
};

class Descent {
 public:
  Descent(std::vector<torch::Tensor> parameters, const DescentOptions& options);

  // One step down the gradient of `loss` by these parameters, and no others, at `rate` times the
  // learning rate.
  void Step(const torch::Tensor& loss, double rate);

  // Parameters and moments.
  void Save(torch::serialize::OutputArchive* archive) const;
  void Load(torch::serialize::InputArchive* archive);

 private:
  std::vector<torch::Tensor> parameters_;
  double learning_rate_;
  torch::optim::AdamW optimizer_;
};

// Share of the peak learning rate at `progress` in [0,1): linear warm-up over the first 5 %, then
// half a cosine down to 0.
double CosineRate(double progress);

void WriteTensors(const char* key, const std::vector<torch::Tensor>& tensors,
                  torch::serialize::OutputArchive* archive);
// Into tensors of the same sizes.
void ReadTensors(const char* key, const std::vector<torch::Tensor>& tensors,
                 torch::serialize::InputArchive* archive);

}  // namespace latentfuzz::training
