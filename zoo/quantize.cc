#include <fmt/format.h>
#include <torch/script.h>

#include "latentfuzz/training/card.h"
#include "latentfuzz/training/layer_chain.h"
#include "latentfuzz/training/quantizer.h"
#include "latentfuzz/training/script_module.h"
#include "latentfuzz/zoo/recipe.h"

namespace latentfuzz::zoo {

using namespace training;

namespace {

constexpr std::size_t kCalibrationImages = 2000;

}  // namespace

void QuantizeCnn(const Job& job) {
  const ImageBatch& images = job.data.train.images;
  const auto source = job.Path("cnn"), path = job.Path("cnn-int8");
  torch::jit::Module quantized = QuantizeChain(ReadChain(LoadModule(source), source.string()),
                                               ToTensor(images.Slice(0, kCalibrationImages)));
  SaveModule(quantized, path);
  WriteCard(path,
            ClassifierCard(fmt::format("{}-cnn after static int8 quantization.", job.set.name),
                           Facts(job.set, images.shape), job.set.classes, "onednn"));
}

}  // namespace latentfuzz::zoo
