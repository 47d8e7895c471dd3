#include <torch/script.h>

#include "latentfuzz/training/card.h"
#include "latentfuzz/training/layer_chain.h"
#include "latentfuzz/training/quantizer.h"
#include "latentfuzz/training/script_module.h"
#include "latentfuzz/zoo/fashion.h"
#include "latentfuzz/zoo/recipe.h"

namespace latentfuzz::zoo {

using namespace training;

namespace {

constexpr std::size_t kCalibrationImages = 2000;

}  // namespace

void QuantizeFashionCnn(const FashionData& data, const Settings& settings) {
  const auto source = ModelPath(settings.out, "fashion-cnn");
  torch::jit::Module quantized =
      QuantizeChain(ReadChain(LoadModule(source), source.string()),
                    ToTensor(data.train.images.Slice(0, kCalibrationImages)));
  const auto path = ModelPath(settings.out, "fashion-cnn-int8");
  SaveModule(quantized, path);
  WriteCard(path, ClassifierCard("fashion-cnn after static int8 quantization.", FashionFacts(),
                                 FashionClasses(), "onednn"));
}

}  // namespace latentfuzz::zoo
