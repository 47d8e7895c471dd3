#include "latentfuzz/training/measure.h"

#include <algorithm>

#include "latentfuzz/training/sample_quality.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

constexpr std::int64_t kDraws = 2000;

torch::Tensor Features(torch::jit::Module& guide, const torch::Tensor& images) {
  const torch::NoGradGuard no_grad;
  std::vector<torch::Tensor> parts;
  for (const torch::Tensor& part : images.split(250)) {
    const auto blocks = guide.get_method("features")({part}).toTuple();
    parts.push_back(blocks->elements().back().toTensor().mean({2, 3}));
  }
  return torch::cat(parts).contiguous();
}

FeatureRows Rows(const torch::Tensor& features) {
  return {{features.data_ptr<float>(), static_cast<std::size_t>(features.numel())},
          static_cast<std::size_t>(features.size(1))};
}

void AddDraws(const Draws& draws, torch::jit::Module& guide, const LabelledImages& held_out,
              Metrics* metrics) {
  const torch::Tensor real = Features(guide, ToTensor(held_out.images));
  const torch::Tensor drawn = Features(guide, draws.images);
  const PrecisionRecall shares = MeasurePrecisionRecall(Rows(real), Rows(drawn));
  metrics->insert(metrics->end(), {{"precision", shares.precision},
                                   {"recall", shares.recall},
                                   {"kernel_distance", KernelDistance(Rows(real), Rows(drawn))}});
}

void AddEncoding(ScriptGenerator& generator, torch::jit::Module& guide,
                 const LabelledImages& held_out, Metrics* metrics) {
  const torch::Tensor images = ToTensor(held_out.images);
  const Encoding encoding = EncodeAndDecode(generator, images, ToTensor(held_out.labels));
  const EncodingMetrics found = MeasureEncoding(encoding, images);
  const double kept = Share(PredictLabels(guide, images), PredictLabels(guide, encoding.decoded));
  metrics->insert(metrics->end(), {{"pixel_rms_error", found.pixel_rms_error},
                                   {"encoding_deviation_min", found.deviation_min},
                                   {"encoding_deviation_max", found.deviation_max},
                                   {"encoding_norm_median", found.norm_median},
                                   {"label_kept", kept}});
}

// By classes, of draws.
void AddLabels(const ScriptGenerator& generator, const Draws& draws, const torch::Tensor& seen,
               int classes, Metrics* metrics) {
  if (generator.conditional()) {
    metrics->emplace_back("drawn_label_recognised", Share(seen, draws.labels));
    return;
  }
  const torch::Tensor shares = torch::bincount(seen, {}, classes).to(torch::kFloat64) / kDraws;
  metrics->emplace_back("drawn_share_of_rarest_class", shares.min().item<double>());
  metrics->emplace_back("drawn_share_of_commonest_class", shares.max().item<double>());
}

}  // namespace

Encoding EncodeAndDecode(ScriptGenerator& generator, const torch::Tensor& images,
                         const torch::Tensor& labels) {
  const torch::Tensor z = generator.Encode(images, labels);
  return {z, generator.Decode(z, labels)};
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
  return CallInBatches(classifier, "forward", {images}).argmax(1);
}

double Share(const torch::Tensor& a, const torch::Tensor& b) {
  return a.eq(b).to(torch::kFloat64).mean().item<double>();
}

double DistanceOfDraws(ScriptGenerator& generator, torch::jit::Module& guide,
                       const LabelledImages& real, std::uint64_t seed, std::int64_t count) {
  const torch::Tensor drawn = Features(guide, Draw(generator, count, seed).images);
  return KernelDistance(Rows(Features(guide, ToTensor(real.images))), Rows(drawn));
}

Metrics MeasureGenerator(ScriptGenerator& generator, torch::jit::Module& guide,
                         const LabelledImages& held_out, int classes, std::uint64_t seed) {
  const torch::Tensor seen = PredictLabels(guide, ToTensor(held_out.images));
  Metrics metrics{{"classifier_accuracy", Share(seen, ToTensor(held_out.labels))}};
  const Draws draws = Draw(generator, kDraws, seed);
  AddLabels(generator, draws, PredictLabels(guide, draws.images), classes, &metrics);
  AddDraws(draws, guide, held_out, &metrics);
  if (generator.can_encode()) AddEncoding(generator, guide, held_out, &metrics);
  return metrics;
}

}  // namespace latentfuzz::training
