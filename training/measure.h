// What a trained model is worth, on images that it was not trained on.
#pragma once

#include <torch/script.h>

#include "latentfuzz/base/batch.h"

namespace latentfuzz::training {

struct Encoding {
  torch::Tensor latents;  // [n, latent]
  torch::Tensor decoded;  // [n, c, h, w]
};
Encoding EncodeAndDecode(torch::jit::Module& vae, const torch::Tensor& images);

// How well a VAE's code is spread: the deviations of all latent dimensions are near 1 where the
// prior fits.
struct EncodingMetrics {
  double pixel_rms_error = 0;
  double deviation_min = 0, deviation_max = 0;  // over latent dimensions
  double mean_abs_max = 0;                      // largest |mean| of a dimension
  double norm_median = 0;                       // of a latent; sqrt(size) where the prior fits
};
EncodingMetrics MeasureEncoding(const Encoding& encoding, const torch::Tensor& images);

// Labels that a classifier gives, [n].
torch::Tensor PredictLabels(torch::jit::Module& classifier, const torch::Tensor& images);

// Share of equal elements.
double Share(const torch::Tensor& a, const torch::Tensor& b);

}  // namespace latentfuzz::training
