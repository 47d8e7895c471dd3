#include "latentfuzz/training/sample_sheet.h"

#include <algorithm>
#include <vector>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

constexpr std::int64_t kColumns = 20;

// Images [20, c, h, w] side by side: [c, h, 20 w].
torch::Tensor Row(const torch::Tensor& images, std::int64_t row) {
  return torch::cat(images.narrow(0, row * kColumns, kColumns).unbind(0), 2);
}

}  // namespace

std::string SampleSheet(torch::jit::Module& vae, const ImageBatch& images, std::uint64_t seed,
                        int rows) {
  const std::int64_t pairs =
      std::min<std::int64_t>(rows, static_cast<std::int64_t>(images.size()) / kColumns);
  std::vector<torch::Tensor> bands;
  // At least one image is encoded: it tells the latent size.
  const auto shown = static_cast<std::size_t>(std::max<std::int64_t>(pairs * kColumns, 1));
  const torch::Tensor originals = ToTensor(images.Slice(0, shown));
  const torch::Tensor z = CallInBatches(vae, "encode", originals);
  const torch::Tensor decoded = CallInBatches(vae, "forward", z);
  for (std::int64_t row = 0; row < pairs; ++row) {
    bands.push_back(Row(originals, row));
    bands.push_back(Row(decoded, row));
  }
  const torch::Tensor drawn =
      Call(vae, "forward", StandardNormal({2 * rows * kColumns, z.size(1)}, seed));
  for (std::int64_t row = 0; row < 2 * rows; ++row) bands.push_back(Row(drawn, row));
  const torch::Tensor sheet = torch::cat(bands, 1).contiguous();
  const ImageShape shape{static_cast<int>(sheet.size(0)), static_cast<int>(sheet.size(1)),
                         static_cast<int>(sheet.size(2))};
  return EncodePng({sheet.data_ptr<float>(), shape.pixels()}, shape);
}

}  // namespace latentfuzz::training
