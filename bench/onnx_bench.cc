// What the adapters add to the bare loop of an engine, on ONNX files that are not in this
// repository: those under LATENTFUZZ_TEST_MODELS.
//
// `bare` calls the engine on pixels that are ready, as often as the file's batch asks; `adapter`
// goes through Classifier::Predict. Read the two side by side: their ratio is the adapter's cost.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <opencv2/dnn.hpp>
#include <string>
#include <vector>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/model_binding.h"
#include "latentfuzz/adapters/onnx_file.h"
#include "latentfuzz/adapters/pixel_format.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/base/freed_memory.h"
#include "latentfuzz/bench/interleaved.h"

#ifdef LATENTFUZZ_HAVE_ONNXRUNTIME
#include <onnxruntime_cxx_api.h>
#endif

namespace latentfuzz {
namespace {

constexpr std::size_t kBatch = 256;

// A file, its card, and as many images as a search sends at once, as the model sees them.
struct Subject {
  std::string file;
  std::string card;
  ModelCard model_card;
  ImageBatch images;
  std::vector<float> pixels;
  std::size_t step = kBatch;  // images that the file takes at once
  ModelBinding binding;
};

// Calls run(pixels of a part) for each part of the batch.
template <typename Run>
void Loop(benchmark::State& state, Subject& subject, const Run& run) {
  const std::size_t size = subject.step * subject.images.shape.pixels();
  for (auto _ : state)
    for (std::size_t at = 0; at < subject.pixels.size(); at += size) run(&subject.pixels[at], size);
  state.SetItemsProcessed(static_cast<std::int64_t>(kBatch) * state.iterations());
}

void BareOpenCv(benchmark::State& state, Subject& subject) {
  const int threads = cv::getNumThreads();
  cv::setNumThreads(1);
  cv::dnn::Net net = cv::dnn::readNetFromONNX(subject.file);
  const std::vector<std::int64_t> wide = subject.binding.InputSizes(subject.step);
  const std::vector<int> sizes(wide.begin(), wide.end());
  Loop(state, subject, [&](float* pixels, std::size_t) {
    net.setInput(cv::Mat(sizes, CV_32F, pixels));
    benchmark::DoNotOptimize(net.forward());
  });
  cv::setNumThreads(threads);
}

#ifdef LATENTFUZZ_HAVE_ONNXRUNTIME
void BareOnnxRuntime(benchmark::State& state, Subject& subject) {
  const Ort::Env env(ORT_LOGGING_LEVEL_FATAL, "bench");
  Ort::SessionOptions options;
  options.SetIntraOpNumThreads(1);
  Ort::Session session(env, subject.file.c_str(), options);
  const auto memory = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
  const std::vector<std::int64_t> sizes = subject.binding.InputSizes(subject.step);
  const char* input = subject.binding.input.c_str();
  const char* output = subject.binding.output.c_str();
  Loop(state, subject, [&](float* pixels, std::size_t size) {
    const Ort::Value value =
        Ort::Value::CreateTensor<float>(memory, pixels, size, sizes.data(), sizes.size());
    benchmark::DoNotOptimize(session.Run(Ort::RunOptions{nullptr}, &input, &value, 1, &output, 1));
  });
}
#endif

struct Engine {
  const char* scheme;
  void (*bare)(benchmark::State&, Subject&);
};

constexpr Engine kEngines[] = {
    {"opencv", BareOpenCv},
#ifdef LATENTFUZZ_HAVE_ONNXRUNTIME
    {"onnxruntime", BareOnnxRuntime},
#endif
};

struct Row {
  const char* file;
  const char* card;
  bool opencv;  // whether OpenCV reads the file
};

constexpr Row kRows[] = {
    {"mlperf-tiny/resnet8_fp32.onnx", "resnet8", true},
    {"mlperf-tiny/resnet8_int8.onnx", "resnet8", false},
    {"vnncomp/mnist-net_256x2.onnx", "mnist-net", true},
    {"vnncomp/mnist-net_256x4.onnx", "mnist-net", true},
    {"vnncomp/resnet_2b.onnx", "resnet_2b", true},
};

std::shared_ptr<Subject> Read(const std::filesystem::path& models, const Row& row) {
  auto subject = std::make_shared<Subject>();
  subject->file = (models / row.file).string();
  subject->card = std::string(LATENTFUZZ_TEST_DATA "/cards/") + row.card + ".card.toml";
  subject->model_card = ReadModelCard(subject->card);
  subject->binding = BindModel(ReadOnnxFile(subject->file), &subject->model_card);
  subject->images = ProbeImages(*subject->model_card.image.shape, kBatch);
  const ModelPixels pixels(subject->model_card.image, subject->images);
  subject->pixels.assign(pixels.values().begin(), pixels.values().end());
  if (subject->model_card.batch > 0)
    subject->step = static_cast<std::size_t>(subject->model_card.batch);
  return subject;
}

void Register(const std::string& name, const std::function<void(benchmark::State&)>& body) {
  ReportLeast(benchmark::RegisterBenchmark(name.c_str(), body))->Unit(benchmark::kMillisecond);
}

void RegisterPair(const std::shared_ptr<Subject>& subject, const Engine& engine) {
  const std::string name =
      std::filesystem::path(subject->file).stem().string() + "/" + engine.scheme;
  Register(name + "/bare", [=](benchmark::State& state) { engine.bare(state, *subject); });
  const std::shared_ptr<Classifier> model =
      OpenClassifier(engine.scheme + (":" + subject->file + "?threads=1&optimize=all"),
                     {Passes::kFastest, subject->card});
  Register(name + "/adapter", [=](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(model->Predict(subject->images));
    state.SetItemsProcessed(static_cast<std::int64_t>(kBatch) * state.iterations());
  });
}

void RegisterModels(const char* models) {
  for (const Row& row : kRows)
    for (const Engine& engine : kEngines)
      if (row.opencv || engine.bare != BareOpenCv) RegisterPair(Read(models, row), engine);
}

}  // namespace
}  // namespace latentfuzz

int main(int argc, char** argv) {
  latentfuzz::KeepFreedMemory();
  benchmark::Initialize(&argc, argv);
  if (const char* models = std::getenv("LATENTFUZZ_TEST_MODELS"))
    latentfuzz::RegisterModels(models);
  benchmark::RunSpecifiedBenchmarks();
}
