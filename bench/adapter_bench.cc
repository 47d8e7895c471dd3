// What the adapters add to the bare TorchScript loop, on each model of the zoo.
//
// `bare` calls the prepared module itself on a tensor that is ready; `adapter` goes through
// Classifier::Predict or Generator::Decode, from and to plain batches. Read the two side by side:
// their ratio is the adapter's cost. `shipped` is the adapter without optimisation passes.
// `process` is the module as shipped in a child process of this same program.
#include <benchmark/benchmark.h>
#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/script.h>

#include <memory>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/adapters/process/serve.h"
#include "latentfuzz/adapters/torch_settings.h"
#include "latentfuzz/adapters/torchscript_passes.h"
#include "latentfuzz/adapters/zoo.h"
#include "latentfuzz/base/freed_memory.h"
#include "latentfuzz/bench/interleaved.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kBatch = 256;

void CountRows(benchmark::State& state) {
  state.SetItemsProcessed(static_cast<std::int64_t>(kBatch) * state.iterations());
}

void Bare(benchmark::State& state, const ZooEntry& entry, const std::vector<float>& input,
          std::vector<std::int64_t> sizes, std::size_t form) {
  torch::jit::Module module = torch::jit::load(entry.model.string());
  module.eval();
  const TorchSettingsScope same_threads(CurrentTorchSettings());
  const c10::InferenceMode no_gradients;
  const torch::jit::GraphOptimizerEnabledGuard no_specialising(false);
  module = ModuleForms()[form].prepare(module, {"forward"});
  sizes.insert(sizes.begin(), static_cast<std::int64_t>(kBatch));
  const torch::Tensor tensor = torch::tensor(input).reshape(sizes);
  try {
    for (auto _ : state) benchmark::DoNotOptimize(module.forward({tensor}));
  } catch (const c10::Error&) {
    state.SkipWithError("the module does not run in this form");
  }
  CountRows(state);
}

void Predict(benchmark::State& state, Classifier& model, const ImageBatch& images) {
  for (auto _ : state) benchmark::DoNotOptimize(model.Predict(images));
  CountRows(state);
}

void Decode(benchmark::State& state, Generator& model, const LatentBatch& latents) {
  for (auto _ : state) benchmark::DoNotOptimize(model.Decode(latents));
  CountRows(state);
}

using Body = std::function<void(benchmark::State&)>;

void Register(const std::string& model, const std::string& name, const Body& body) {
  // Real time, as that of a child counts too.
  ReportLeast(benchmark::RegisterBenchmark((model + "/" + name).c_str(), body))
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

constexpr Passes kPasses[] = {Passes::kFastest, Passes::kAsShipped};
constexpr const char* kPassNames[] = {"adapter", "shipped"};

void RegisterBare(const ZooEntry& entry, const std::vector<float>& input,
                  const std::vector<std::int64_t>& sizes) {
  for (std::size_t form = 0; form < ModuleForms().size(); ++form)
    Register(entry.name, "bare/" + std::string(ModuleForms()[form].name),
             [=](benchmark::State& state) { Bare(state, entry, input, sizes, form); });
}

void RegisterProcess(const ZooEntry& entry) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::shared_ptr<Classifier> model =
      OpenClassifier("process:'" + program + "' --serve zoo:" + entry.name,
                     {Passes::kFastest, DefaultCardPath(entry.model).string()});
  const ImageBatch images = ProbeImages(*model->card().image.shape, kBatch);
  Register(entry.name, "process", [=](benchmark::State& state) { Predict(state, *model, images); });
}

void RegisterClassifier(const ZooEntry& entry) {
  RegisterProcess(entry);
  for (std::size_t i = 0; i < std::size(kPasses); ++i) {
    const std::shared_ptr<Classifier> model = OpenClassifier("zoo:" + entry.name, {kPasses[i], ""});
    const ImageShape shape = *model->card().image.shape;
    const ImageBatch images = ProbeImages(shape, kBatch);
    if (i == 0) RegisterBare(entry, images.values, {shape.channels, shape.height, shape.width});
    Register(entry.name, kPassNames[i],
             [=](benchmark::State& state) { Predict(state, *model, images); });
  }
}

void RegisterGenerator(const ZooEntry& entry) {
  for (std::size_t i = 0; i < std::size(kPasses); ++i) {
    const std::shared_ptr<Generator> model = OpenGenerator("zoo:" + entry.name, {kPasses[i], ""});
    const LatentBatch latents = ProbeLatents(model->card(), kBatch);
    if (i == 0)
      RegisterBare(entry, latents.values, {static_cast<std::int64_t>(model->card().latent_size)});
    Register(entry.name, kPassNames[i],
             [=](benchmark::State& state) { Decode(state, *model, latents); });
  }
}

void RegisterZoo() {
  for (const ZooEntry& entry : ListZoo()) {
    const bool generator = ReadModelCard(DefaultCardPath(entry.model)).task == Task::kGenerator;
    (generator ? RegisterGenerator : RegisterClassifier)(entry);
  }
}

}  // namespace
}  // namespace latentfuzz

int main(int argc, char** argv) {
  latentfuzz::KeepFreedMemory();
  if (argc == 3 && std::string_view(argv[1]) == "--serve") {
    latentfuzz::process::Serve(argv[2], {}, stdin, stdout);
    return 0;
  }
  benchmark::Initialize(&argc, argv);
  latentfuzz::RegisterZoo();
  benchmark::RunSpecifiedBenchmarks();
}
