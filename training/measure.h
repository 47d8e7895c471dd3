// What a trained model is worth, on images that it was not trained on.
#pragma once

#include <torch/script.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/training/script_generator.h"

namespace latentfuzz::training {

using Metrics = std::vector<std::pair<std::string, double>>;

// How well a generator with an encoder gives back what it was shown. The deviations of all latent
// dimensions are near 1 where the prior fits.
struct EncodingMetrics {
  double pixel_rms_error = 0;
  double deviation_min = 0, deviation_max = 0;  // over latent dimensions
  double mean_abs_max = 0;                      // largest |mean| of a dimension
  double norm_median = 0;                       // of a latent; sqrt(size) where the prior fits
};
struct Encoding {
  torch::Tensor latents;  // [n, latent]
  torch::Tensor decoded;  // [n, c, h, w]
};
Encoding EncodeAndDecode(ScriptGenerator& generator, const torch::Tensor& images,
                         const torch::Tensor& labels);
EncodingMetrics MeasureEncoding(const Encoding& encoding, const torch::Tensor& images);

// Labels that a classifier gives, [n].
torch::Tensor PredictLabels(torch::jit::Module& classifier, const torch::Tensor& images);

// Share of equal elements.
double Share(const torch::Tensor& a, const torch::Tensor& b);

// Kernel distance (sample_quality.h) of `count` draws to real images, in the features of `guide`
// (classifier_design.h), averaged over each image.
double DistanceOfDraws(ScriptGenerator& generator, torch::jit::Module& guide,
                       const LabelledImages& real, std::uint64_t seed, std::int64_t count = 1000);

// All that is known of a generator, seen by `guide`: accuracy of that on real images; precision,
// recall and kernel distance of draws; the share of draws that it takes for the class they were
// asked for, or, where none is asked for, of those of the rarest and of the commonest class; and,
// where it can encode, how well.
Metrics MeasureGenerator(ScriptGenerator& generator, torch::jit::Module& guide,
                         const LabelledImages& held_out, int classes, std::uint64_t seed);

}  // namespace latentfuzz::training
