#include "latentfuzz/training/quantize.h"

#include <fmt/format.h>
#include <torch/script.h>

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "latentfuzz/adapters/image_set.h"
#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/adapters/model_uri.h"
#include "latentfuzz/adapters/zoo.h"
#include "latentfuzz/base/error.h"
#include "latentfuzz/base/rng.h"
#include "latentfuzz/training/card.h"
#include "latentfuzz/training/layer_chain.h"
#include "latentfuzz/training/measure.h"
#include "latentfuzz/training/minibatch.h"
#include "latentfuzz/training/quantizer.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostCalibration = 2000;
constexpr const char* kEngine = "onednn";

fs::path ModelFile(const std::string& text) {
  const ModelUri uri = ModelUri::Parse(text);
  if (uri.scheme == "zoo") return ZooModel(uri.path);
  if (uri.scheme == "torchscript") return uri.path;
  throw Error(ErrorKind::kUsage, fmt::format("{}: quantize takes TorchScript models", text),
              "quantize ONNX models with the tools of their framework");
}

void CheckCard(const ModelCard& card, const fs::path& file) {
  const PixelFormat& image = card.image;
  const bool plain = image.low == 0 && image.high == 1 && image.mean.empty() && image.std.empty() &&
                     image.layout == Layout::kNchw && image.color != ColorOrder::kBgr &&
                     card.batch == 0 && card.scores == ScoreKind::kLogits && image.shape;
  if (plain) return;
  throw Error(ErrorKind::kSetup,
              fmt::format("{}: quantize takes models of logits, of images in [0, 1], nchw, without "
                          "mean and std, in batches of any size",
                          file.string()),
              "quantize a model made by `latentfuzz train classifier`");
}

// Labels of named classes become those of the model.
void AlignLabels(const ModelCard& card, const fs::path& path, ImageSet* data) {
  std::vector<int> numbers;
  for (const std::string& name : data->classes) {
    const auto at = std::find(card.classes.begin(), card.classes.end(), name);
    if (at == card.classes.end()) {
      throw Error(ErrorKind::kData,
                  fmt::format("{}: '{}' is no class of the model", path.string(), name),
                  "name the image folders as the classes of the model's card");
    }
    numbers.push_back(static_cast<int>(at - card.classes.begin()));
  }
  if (numbers.empty()) return;
  for (int& label : data->labels) label = numbers[static_cast<std::size_t>(label)];
}

ImageSet Read(const QuantizeOptions& options, const ModelCard& card) {
  const ImageShape& shape = *card.image.shape;
  ImageSet data = ReadImages(options.data, options.labels, ReadAs(shape, options.limit));
  if (data.images.shape != shape || data.size() < kLeastImages) {
    throw Error(
        ErrorKind::kData,
        fmt::format("{} holds {} images {}; calibration needs {} or more {}", options.data.string(),
                    data.size(), data.images.shape.ToString(), kLeastImages, shape.ToString()),
        "give --calibrate images like those that the model was trained on");
  }
  AlignLabels(card, options.data, &data);
  return data;
}

// Paths of a card seen from where another will lie.
DataFacts Facts(const ModelCard& card, const fs::path& out) {
  const auto moved = [&](const std::string& path) {
    if (path.empty() || fs::path(path).is_absolute()) return path;
    return fs::proximate(fs::absolute(card.source).parent_path() / path,
                         fs::absolute(out).parent_path())
        .string();
  };
  return {*card.image.shape, moved(card.data_images), moved(card.data_labels)};
}

}  // namespace

TrainReport Quantize(const QuantizeOptions& options) {
  PrepareTraining();
  if (options.out.extension() != ".pt") {
    throw Error(ErrorKind::kUsage, "--out must name a file NAME.pt", "for instance my-int8.pt");
  }
  const fs::path file = ModelFile(options.model);
  std::error_code none;
  if (fs::equivalent(options.out, file, none)) {
    throw Error(ErrorKind::kUsage,
                fmt::format("--out {} is the model itself", options.out.string()),
                "give the int8 form another name");
  }
  const ModelCard card = ReadCardOf(file, "", Task::kClassification);
  CheckCard(card, file);
  torch::jit::Module net = LoadModule(file);
  const std::vector<ChainLayer> chain = ReadChain(net, file.string());
  const ImageSet data = Read(options, card);

  Rng rng(options.seed, StreamPurpose::kSelection);
  const std::vector<std::size_t> order = Shuffled(data.size(), rng);
  const std::size_t calibrating = std::min(kMostCalibration, data.size() / 3);
  const auto rows = std::span(order);
  torch::jit::Module quantized =
      QuantizeChain(chain, Gather(data, rows.first(calibrating), {}, rng).images);

  const Minibatch others = Gather(data, rows.subspan(calibrating), {}, rng);
  const torch::Tensor before = PredictLabels(net, others.images);
  const torch::Tensor after = PredictLabels(quantized, others.images);
  TrainReport report{.metrics = {{"calibration_images", static_cast<double>(calibrating)},
                                 {"measured_images", static_cast<double>(others.labels.size(0))},
                                 {"accuracy_before", Share(before, others.labels)},
                                 {"accuracy_after", Share(after, others.labels)},
                                 {"agreement", Share(before, after)}},
                     .model = options.out};
  SaveModule(quantized, options.out);
  report.card = WriteCard(options.out,
                          ClassifierCard(file.stem().string() + " after static int8 quantization.",
                                         Facts(card, options.out), card.classes, kEngine));
  return report;
}

}  // namespace latentfuzz::training
