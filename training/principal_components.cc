#include "latentfuzz/training/principal_components.h"

#include <algorithm>

#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

constexpr std::int64_t kOversampling = 16;
constexpr int kIterations = 4;
constexpr std::size_t kMostImages = 5000;
constexpr double kClip = 0.02;  // of pixels, before the logit

torch::Tensor Orthonormal(const torch::Tensor& columns) {
  return std::get<0>(at::linalg_qr(columns));
}

void Set(torch::jit::Module& module, const char* name, const torch::Tensor& value) {
  module.attr(name).toTensor().copy_(value);
}

}  // namespace

Components PrincipalComponents(const torch::Tensor& rows, std::int64_t count, std::uint64_t seed) {
  const torch::NoGradGuard no_grad;
  const torch::Tensor mean = rows.mean(0);
  const torch::Tensor centred = rows - mean;
  const std::int64_t width = std::min({count + kOversampling, centred.size(0), centred.size(1)});
  torch::Tensor basis = Orthonormal(centred.t().mm(StandardNormal({centred.size(0), width}, seed)));
  for (int i = 0; i < kIterations; ++i) basis = Orthonormal(centred.t().mm(centred.mm(basis)));
  const torch::Tensor within = centred.mm(basis);
  const double scale = 1.0 / static_cast<double>(centred.size(0));
  // Eigenvalues ascend.
  const auto [values, vectors] = at::linalg_eigh(within.t().mm(within) * scale);
  const torch::Tensor variances = values.flip(0).clamp_min(0);
  const torch::Tensor directions = basis.mm(vectors.flip(1));
  // Fewer rows than directions asked for: the others explain nothing.
  Components result{mean, torch::zeros({centred.size(1), count}), torch::zeros({count}), 0};
  const std::int64_t found = std::min(count, width);
  result.directions.narrow(1, 0, found).copy_(directions.narrow(1, 0, found));
  result.deviations.narrow(0, 0, found).copy_(variances.narrow(0, 0, found).sqrt());
  const double total = centred.square().sum().item<double>() * scale;
  const double explained = result.deviations.square().sum().item<double>();
  result.residual = std::max(0.0, total - explained) / static_cast<double>(centred.size(1));
  return result;
}

void StartAtPrincipalComponents(torch::jit::Module& vae, const ImageBatch& images,
                                std::uint64_t seed) {
  const torch::NoGradGuard no_grad;
  const torch::Tensor pixels =
      ToTensor(images.Slice(0, std::min(kMostImages, images.size()))).flatten(1);
  const torch::Tensor logits = torch::logit(pixels.clamp(kClip, 1 - kClip));
  const std::int64_t latent = vae.attr("mean_bias").toTensor().size(0);
  const Components found = PrincipalComponents(logits, latent, seed);
  const torch::Tensor deviations = found.deviations.clamp_min(1e-3);

  Set(vae, "linear_dec_weight", found.directions * deviations);
  Set(vae, "linear_dec_bias", found.mean);
  // The encoder sees pixels: least squares from these to the scaled components.
  const torch::Tensor codes = (logits - found.mean).mm(found.directions) / deviations;
  const torch::Tensor average = pixels.mean(0);
  const Components seen = PrincipalComponents(pixels, latent, seed);
  const torch::Tensor scores = (pixels - average).mm(seen.directions);
  const torch::Tensor variances = seen.deviations.square().clamp_min(1e-6);
  const torch::Tensor map =
      scores.t().mm(codes) / (variances * static_cast<double>(pixels.size(0))).unsqueeze(1);
  const torch::Tensor weight = seen.directions.mm(map).t();  // [latent, pixels]
  Set(vae, "linear_enc_weight", weight);
  Set(vae, "linear_enc_bias", -weight.mv(average));

  const torch::Tensor uncertain = found.residual / (found.residual + deviations.square() + 1e-6);
  Set(vae, "spread_bias", uncertain.log().clamp_min(-8));
}

}  // namespace latentfuzz::training
