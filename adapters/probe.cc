#include "latentfuzz/adapters/probe.h"

#include <algorithm>
#include <cmath>

#include "latentfuzz/base/rng.h"

namespace latentfuzz {
namespace {

constexpr std::uint64_t kProbeSeed = 0x1a7e;
constexpr std::size_t kProbeRows = 8;

bool Same(float a, float b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= kFormTolerance;
}

}  // namespace

std::size_t ProbeRows(const ModelCard& card) {
  return card.batch > 0 ? static_cast<std::size_t>(card.batch) : kProbeRows;
}

ImageBatch ProbeImages(const ImageShape& shape, std::size_t rows) {
  ImageBatch images(rows, shape);
  for (std::size_t i = 0; i < rows; ++i) {
    Rng rng(kProbeSeed, StreamPurpose::kProbe, i);
    const double contrast = rng.Uniform();
    for (float& pixel : images.image(i)) pixel = static_cast<float>(contrast * rng.Uniform());
  }
  return images;
}

LatentBatch ProbeLatents(const ModelCard& card, std::size_t rows) {
  LatentBatch latents(rows, card.latent_size);
  for (std::size_t i = 0; i < rows; ++i) {
    Rng rng(kProbeSeed, StreamPurpose::kProbe, i);
    for (float& z : latents.row(i))
      z = static_cast<float>(card.prior == LatentPrior::kNormal
                                 ? rng.Normal()
                                 : rng.Uniform(card.latent_low, card.latent_high));
    if (!card.latent_classes.empty())
      latents.labels[i] = static_cast<int>(i % card.latent_classes.size());
  }
  return latents;
}

bool SameAnswers(const TensorValues& a, const TensorValues& b) {
  return a.sizes == b.sizes &&
         std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(), Same);
}

}  // namespace latentfuzz
