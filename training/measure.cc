#include "latentfuzz/training/measure.h"

#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {

Encoding EncodeAndDecode(torch::jit::Module& vae, const torch::Tensor& images) {
  const torch::Tensor z = CallInBatches(vae, "encode", images);
  return {z, CallInBatches(vae, "forward", z)};
}

EncodingMetrics MeasureEncoding(const Encoding& encoding, const torch::Tensor& images) {
  const torch::Tensor& z = encoding.latents;
  const torch::Tensor deviation = z.std(0);
  return {.pixel_rms_error = (encoding.decoded - images).square().mean().sqrt().item<double>(),
          .deviation_min = deviation.min().item<double>(),
          .deviation_max = deviation.max().item<double>(),
          .mean_abs_max = z.mean(0).abs().max().item<double>(),
          .norm_median = z.norm(2, 1).median().item<double>()};
}

torch::Tensor PredictLabels(torch::jit::Module& classifier, const torch::Tensor& images) {
  return CallInBatches(classifier, "forward", images).argmax(1);
}

double Share(const torch::Tensor& a, const torch::Tensor& b) {
  return a.eq(b).to(torch::kFloat64).mean().item<double>();
}

}  // namespace latentfuzz::training
