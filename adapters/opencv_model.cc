#include "latentfuzz/adapters/opencv_model.h"

#include <fmt/format.h>

#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>
#include <type_traits>

#include "latentfuzz/adapters/image_set.h"
#include "latentfuzz/adapters/known_failure.h"
#include "latentfuzz/adapters/model_binding.h"
#include "latentfuzz/adapters/onnx_file.h"
#include "latentfuzz/adapters/opencv_options.h"
#include "latentfuzz/adapters/pixel_format.h"
#include "latentfuzz/adapters/resize.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

// More images tell little that the first have not.
constexpr std::size_t kCalibrationImages = 256;

constexpr const char* kElsewhere =
    "run the file in ONNX Runtime (onnxruntime:PATH), or export it again";

// Tried in this order.
constexpr KnownFailure kKnown[] = {
    {R"(Node \[[^\]]*\]:\(([^)]*)\) parse error[^]*Can't create layer "[^"]*" of type "([\w.]+)\")",
     "unknown operator $2 ($1)", "export the model without $2: OpenCV has no such operator"},
    {R"(Node \[(\w+)@[^\]]*\]:\(([^)]*)\) parse error)",
     "OpenCV cannot import operator $1 ($2) as this file uses it",
     "run the file in ONNX Runtime (onnxruntime:PATH), or export it without that form of $1"},
    {R"(/layers/(\w+)_layer\.cpp:\d+: error: \([^)]*\) (.*) in function)",
     "an operator of kind $1 refuses its input: $2",
     "compare the model with its card: shape, layout, batch (perhaps fixed at 1) and latent size"},
};

// The settings of the process, only around a model's own calls. OpenCV also writes its errors to
// stderr, which says nothing that the exception does not.
class Scope {
 public:
  explicit Scope(int threads)
      : threads_(cv::getNumThreads()), level_(cv::utils::logging::getLogLevel()) {
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    if (threads != threads_) cv::setNumThreads(threads);
  }
  ~Scope() {
    cv::utils::logging::setLogLevel(level_);
    if (cv::getNumThreads() != threads_) cv::setNumThreads(threads_);
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  int threads_;
  cv::utils::logging::LogLevel level_;
};

std::vector<int> Narrow(const std::vector<std::int64_t>& sizes) {
  return {sizes.begin(), sizes.end()};
}

// OpenCV takes inputs as mutable, but copies them.
cv::Mat View(std::span<const float> values, const std::vector<std::int64_t>& sizes) {
  return {Narrow(sizes), CV_32F, const_cast<float*>(values.data())};
}

class OpenCvModel final : public LoadedModel {
 public:
  OpenCvModel(const ModelSource& source, ModelCard* card, Passes passes)
      : LoadedModel(source.file.string(), {}),
        options_(ReadOpenCvOptions(source.uri)),
        optimise_(passes == Passes::kFastest && !options_.fusion),
        description_(ReadOnnxFile(source.file)),
        binding_(BindModel(description_, card)) {
    engine_.engine = "opencv";
    engine_.version = cv::getVersionString();
    engine_.build = BuildHash(cv::getBuildInformation());
    engine_.threads = options_.threads;
    RequireFloats();
    if (options_.quantize) ReadCalibration(*card);
    net_ = Start(options_.fusion.value_or(false));
  }

  bool HasMethod(std::string_view name) const override { return name == "forward"; }

  void Optimise(const std::vector<ModelCall>& probes, const Accept& accept) override {
    if (!optimise_) return;
    cv::dnn::Net fused = Start(true);
    if (Agrees(probes, Answers(probes), accept,
               [&](const ModelCall& probe) { return RunIn(fused, probe); }))
      net_ = fused;
  }

  TensorValues Run(const ModelCall& call) override { return RunIn(net_, call); }

 protected:
  void AddWeights(Fingerprint* hash) const override {
    hash->Add(engine_.engine);
    LoadedModel::AddWeights(hash);
    if (options_.quantize) hash->Add("quantized").Add(std::span<const float>(calibration_));
  }

 private:
  // Runs `body` with the settings of this model, OpenCV's exceptions translated.
  template <typename Body>
  std::invoke_result_t<Body> Guarded(const std::string& otherwise, const std::string& hint,
                                     const Body& body) const {
    const Scope scope(options_.threads);
    try {
      return body();
    } catch (const cv::Exception& error) {
      throw Diagnose(file_, error.what(), kKnown, otherwise, hint);
    }
  }

  void RequireFloats() const {
    if (!binding_.indices.empty())
      throw Error(ErrorKind::kSetup,
                  fmt::format("{}: OpenCV returns no indices of classes, such as {}", file_,
                              binding_.indices),
                  fmt::format("run it in ONNX Runtime: onnxruntime:{}", file_));
    if (!binding_.labels.empty())
      throw Error(ErrorKind::kSetup,
                  fmt::format("{}: OpenCV takes no labels, but the generator has an input {}",
                              file_, binding_.labels),
                  fmt::format("run it in ONNX Runtime: onnxruntime:{}", file_));
  }

  // Nets are never changed once they ran: OpenCV does not undo fusion in quantized ones.
  cv::dnn::Net Start(bool fusion) const {
    cv::dnn::Net net =
        Guarded("cannot be loaded", kElsewhere, [&] { return cv::dnn::readNetFromONNX(file_); });
    if (options_.quantize)
      net = Guarded("OpenCV cannot quantize this model",
                    "leave the option quantize out, or quantize the file with ONNX Runtime's tools",
                    [&] { return net.quantize(Calibration(), CV_32F, CV_32F); });
    Guarded("cannot be prepared", "leave the options backend and winograd out",
            [&] { Set(fusion, &net); });
    return net;
  }

  void Set(bool fusion, cv::dnn::Net* net) const {
    net->setPreferableBackend(options_.backend);
    net->setPreferableTarget(options_.target);
    net->enableFusion(fusion);
#if CV_VERSION_MAJOR > 4 || CV_VERSION_MINOR >= 7
    if (options_.winograd) net->enableWinograd(*options_.winograd);
#endif
  }

  TensorValues RunIn(cv::dnn::Net& net, const ModelCall& call) const {
    return Guarded(
        fmt::format("model rejects {}", call.subject),
        "compare the model with its card: shape, layout, batch and latent size", [&] {
          const auto rows = static_cast<std::size_t>(call.input.sizes.at(0));
          net.setInput(View(call.input.values, binding_.InputSizes(rows)));
          return Values(net.forward((options_.quantize ? "dequantize/" : "") + binding_.output));
        });
  }

  // Those of the URI, else of the card.
  ImageSet ReadCalibrationImages(const ModelCard& card) const {
    const ReadOptions read = ReadAs(card.image.shape, kCalibrationImages);
    if (!options_.calibration.empty()) return ReadImages(options_.calibration, {}, read);
    const ImageFiles files = FilesOf(card);
    if (files.images.empty())
      throw Error(
          ErrorKind::kSetup, fmt::format("{}: quantize=1 needs images to calibrate with", file_),
          "name some in the URI (&calibration=PATH), or add images under [data] of the card");
    return ReadImages(files.images, files.labels, read);
  }

  ImageBatch CalibrationImages(const ModelCard& card) const {
    ImageBatch images = ReadCalibrationImages(card).images;
    if (images.shape == *card.image.shape) return images;
    if (!Takes(card.image, images.shape))
      throw Error(ErrorKind::kSetup,
                  fmt::format("{}: the images to calibrate with are {}, but the model takes {}",
                              file_, images.shape.ToString(), card.image.shape->ToString()),
                  FitHint(card, images.shape));
    return Resized(card.image, images);
  }

  void ReadCalibration(const ModelCard& card) {
    if (card.task != Task::kClassification)
      throw Error(ErrorKind::kUsage, fmt::format("{}: quantize=1 is for classifiers", file_),
                  "leave the option quantize out");
    const ImageBatch images = CalibrationImages(card);
    const ModelPixels pixels(card.image, images);
    calibration_.assign(pixels.values().begin(), pixels.values().end());
    calibration_rows_ = images.size();
    engine_.qengine = "opencv";
  }

  // One batch, for the one input.
  std::vector<cv::Mat> Calibration() const {
    return {View(calibration_, binding_.InputSizes(calibration_rows_))};
  }

  TensorValues Values(const cv::Mat& answer) const {
    if (answer.type() != CV_32F)
      throw Error(ErrorKind::kSetup,
                  fmt::format("{}: OpenCV answers with {}, not with floats", file_,
                              cv::typeToString(answer.type())),
                  kElsewhere);
    const cv::Mat dense = answer.isContinuous() ? answer : answer.clone();
    const auto* values = dense.ptr<float>();
    std::vector<std::int64_t> sizes(dense.size.p, dense.size.p + dense.dims);
    return {binding_.AnswerSizes(std::move(sizes)), {values, values + dense.total()}};
  }

  OpenCvOptions options_;
  bool optimise_;
  OnnxFile description_;
  ModelBinding binding_;
  std::vector<float> calibration_;  // pixels of the images to quantize by
  std::size_t calibration_rows_ = 0;
  cv::dnn::Net net_;
};

}  // namespace

std::unique_ptr<LoadedModel> LoadOpenCv(const ModelSource& source, ModelCard* card, Passes passes) {
  return std::make_unique<OpenCvModel>(source, card, passes);
}

}  // namespace latentfuzz
