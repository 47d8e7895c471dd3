#include "latentfuzz/training/principal_components.h"

#include <gtest/gtest.h>

#include "latentfuzz/training/script_module.h"
#include "latentfuzz/training/vae_design.h"

namespace latentfuzz::training {
namespace {

// Points of variances 9, 4 and 0.01 along known orthonormal axes, around a known mean.
TEST(PrincipalComponents, FindsTheAxesOfAnEllipsoid) {
  const torch::Tensor axes = std::get<0>(at::linalg_qr(StandardNormal({20, 3}, 1)));
  const torch::Tensor deviations = torch::tensor({3.0F, 2.0F, 0.1F});
  const torch::Tensor rows = (StandardNormal({4000, 3}, 2) * deviations).mm(axes.t()) + 5;
  const Components found = PrincipalComponents(rows, 2, 3);
  EXPECT_NEAR(found.mean.mean().item<double>(), 5, 0.1);
  EXPECT_NEAR(found.deviations[0].item<double>(), 3, 0.15);
  EXPECT_NEAR(found.deviations[1].item<double>(), 2, 0.1);
  EXPECT_NEAR(found.residual * 20, 0.01, 0.001);
  const torch::Tensor along = found.directions.t().mm(axes).abs();
  EXPECT_GT(along[0][0].item<double>(), 0.99);
  EXPECT_GT(along[1][1].item<double>(), 0.99);
  const torch::Tensor gram = found.directions.t().mm(found.directions);
  EXPECT_LT((gram - torch::eye(2)).abs().max().item<double>(), 1e-4);
}

TEST(PrincipalComponents, MoreThanThereAreRows) {
  const Components found = PrincipalComponents(StandardNormal({5, 30}, 1), 8, 2);
  EXPECT_EQ(found.directions.sizes(), (std::vector<std::int64_t>{30, 8}));
  EXPECT_EQ(found.deviations[7].item<double>(), 0);
  EXPECT_NEAR(found.residual, 0, 1e-4);
}

// Images that vary along few directions are rebuilt before any training.
TEST(PrincipalComponents, AVaeStartsAtThem) {
  const ImageShape shape{3, 16, 16};
  ImageBatch images(300, shape);
  const torch::Tensor patterns = StandardNormal({4, 768}, 1) * 0.5;
  const torch::Tensor pixels = torch::sigmoid(StandardNormal({300, 4}, 2).mm(patterns));
  std::copy(pixels.data_ptr<float>(), pixels.data_ptr<float>() + pixels.numel(),
            images.values.begin());
  torch::jit::Module vae = BuildModule("Vae", ConvVae(shape, 4), 1);
  const torch::Tensor originals = ToTensor(images);
  const auto error = [&] {
    const torch::Tensor decoded = Call(vae, "forward", Call(vae, "encode", originals));
    return (decoded - originals).square().mean().sqrt().item<double>();
  };
  const double before = error();
  StartAtPrincipalComponents(vae, images, 1);
  EXPECT_LT(error(), 0.25 * originals.std().item<double>());
  EXPECT_LT(error(), 0.25 * before);
  const torch::Tensor z = Call(vae, "encode", originals);
  EXPECT_NEAR(z.std(0).mean().item<double>(), 1, 0.15);
}

}  // namespace
}  // namespace latentfuzz::training
