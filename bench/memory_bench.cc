// How much larger this program, and a model's process, are after 100 000 evaluations than after the
// first tenth of them: `grown_MB` and `child_grown_MB`, of the zoo's MLP through each adapter.
// `child_MB` is the size of the child.
//
//   build/release/bench/memory_bench
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/adapters/process/serve.h"
#include "latentfuzz/adapters/zoo.h"
#include "latentfuzz/base/freed_memory.h"
#include "latentfuzz/tests/adapters/kserve/model_server.h"
#include "latentfuzz/tests/adapters/process/weight_files.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBatch = 250;
constexpr std::int64_t kBatches = 400;
constexpr const char* kModel = "fashion-mlp";

// A field of /proc/PID/status, its first number; 0 where there is none.
double Status(const fs::path& process, const std::string& field) {
  std::ifstream status(process / "status");
  for (std::string word; status >> word;)
    if (double number = 0; word == field + ":" && status >> number) return number;
  return 0;
}

double Megabytes(const fs::path& process) { return Status(process, "VmRSS") / 1024; }

double ChildrenMegabytes() {
  double sum = 0;
  for (const fs::directory_entry& process : fs::directory_iterator("/proc"))
    if (Status(process.path(), "PPid") == ::getpid()) sum += Megabytes(process.path());
  return sum;
}

struct Size {
  double own = Megabytes("/proc/self"), children = ChildrenMegabytes();
};

using Open = std::function<std::unique_ptr<Classifier>()>;

void Evaluate(benchmark::State& state, const Open& open) {
  const std::unique_ptr<Classifier> model = open();
  const ImageBatch images = ProbeImages(*model->card().image.shape, kBatch);
  const auto evaluate = [&](std::int64_t batches) {
    for (std::int64_t i = 0; i < batches; ++i) benchmark::DoNotOptimize(model->Predict(images));
  };
  for (auto _ : state) {
    evaluate(kBatches / 10);
    const Size before;
    evaluate(kBatches - kBatches / 10);
    const Size after;
    state.counters["grown_MB"] = after.own - before.own;
    state.counters["child_MB"] = after.children;
    state.counters["child_grown_MB"] = after.children - before.children;
  }
}

void Register(const std::string& name, const Open& open) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [open](benchmark::State& state) { Evaluate(state, open); })
      ->Iterations(1)
      ->Unit(benchmark::kSecond)
      ->UseRealTime();
}

void RegisterUri(const std::string& name, const std::string& uri) {
  const std::string card = DefaultCardPath(ZooModel(kModel)).string();
  Register(name, [=] { return OpenClassifier(uri, {Passes::kFastest, card}); });
}

// In the folder, the model's weights as the workers read them.
void RegisterAll(const fs::path& folder) {
  const std::string zoo = std::string("zoo:") + kModel;
  const std::string onnx = (folder / "mlp.onnx").string();
  const std::string safetensors = (folder / "mlp.safetensors").string();
  const std::string program = fs::read_symlink("/proc/self/exe").string();
  const std::string workers = LATENTFUZZ_SOURCE_DIR "/examples/workers/";
  const ModelWeights weights = ReadWeights(ZooModel(kModel), {"fc1", "fc2", "fc3"});
  WriteOnnx(onnx, weights);
  WriteSafetensors(safetensors, weights);

  RegisterUri("torchscript", zoo);
  RegisterUri("opencv", "opencv:" + onnx);
#ifdef LATENTFUZZ_HAVE_ONNXRUNTIME
  RegisterUri("onnxruntime", "onnxruntime:" + onnx);
  RegisterUri("process/worker.mjs", "process:env NODE_PATH=" LATENTFUZZ_NODE_MODULES " node " +
                                        workers + "worker.mjs " + onnx);
#endif
  RegisterUri("process/worker.py", "process:/usr/bin/python3 " + workers + "worker.py " +
                                       safetensors + " --image 1,28,28");
  RegisterUri("process/serve", "process:'" + program + "' --serve " + zoo);
  const auto server = std::make_shared<ModelServer>(ServedModel{.uri = zoo});
  for (const char* binary : {"on", "off"}) {
    const std::string query = std::string("?binary=") + binary;
    // The server lives as long as the benchmark that holds it.
    Register("kserve/binary=" + std::string(binary), [=] {
      return OpenClassifier("kserve:" + server->url() + query,
                            {Passes::kFastest, DefaultCardPath(ZooModel(kModel)).string()});
    });
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
  std::string folder = (std::filesystem::temp_directory_path() / "latentfuzz-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) return 1;
  latentfuzz::RegisterAll(folder);
  benchmark::RunSpecifiedBenchmarks();
  std::filesystem::remove_all(folder);
}
