#include "latentfuzz/training/sample_sheet.h"

#include <algorithm>
#include <vector>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

constexpr std::int64_t kColumns = 20;
constexpr int kMostClasses = 16;

// Images [20, c, h, w] side by side: [c, h, 20 w].
torch::Tensor Row(const torch::Tensor& images, std::int64_t row) {
  return torch::cat(images.narrow(0, row * kColumns, kColumns).unbind(0), 2);
}

void AddReconstructions(ScriptGenerator& generator, const LabelledImages& data, int rows,
                        std::vector<torch::Tensor>* bands) {
  const std::int64_t pairs =
      std::min<std::int64_t>(rows, static_cast<std::int64_t>(data.labels.size()) / kColumns);
  if (pairs == 0) return;
  const torch::Tensor images =
      ToTensor(data.images.Slice(0, static_cast<std::size_t>(pairs * kColumns)));
  const torch::Tensor labels = ToTensor(data.labels).narrow(0, 0, pairs * kColumns);
  const torch::Tensor decoded = generator.Decode(generator.Encode(images, labels), labels);
  for (std::int64_t row = 0; row < pairs; ++row) {
    bands->push_back(Row(images, row));
    bands->push_back(Row(decoded, row));
  }
}

// Draws are of all classes in turn.
void AddRowPerClass(ScriptGenerator& generator, std::uint64_t seed,
                    std::vector<torch::Tensor>* bands) {
  const torch::Tensor drawn = Draw(generator, kColumns * generator.classes, seed).images;
  for (int label = 0; label < std::min(generator.classes, kMostClasses); ++label) {
    bands->push_back(Row(drawn.slice(0, label, c10::nullopt, generator.classes), 0));
  }
}

}  // namespace

std::string SampleSheet(ScriptGenerator& generator, const LabelledImages& images,
                        std::uint64_t seed, int rows) {
  std::vector<torch::Tensor> bands;
  if (generator.can_encode()) AddReconstructions(generator, images, rows, &bands);
  if (generator.conditional()) {
    AddRowPerClass(generator, seed, &bands);
  } else {
    const torch::Tensor drawn = Draw(generator, 2 * rows * kColumns, seed).images;
    for (std::int64_t row = 0; row < 2 * rows; ++row) bands.push_back(Row(drawn, row));
  }
  const torch::Tensor sheet = torch::cat(bands, 1).contiguous();
  const ImageShape shape{static_cast<int>(sheet.size(0)), static_cast<int>(sheet.size(1)),
                         static_cast<int>(sheet.size(2))};
  return EncodePng({sheet.data_ptr<float>(), shape.pixels()}, shape);
}

}  // namespace latentfuzz::training
