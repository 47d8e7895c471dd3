// What a model server costs beside the same model in this process.
//
// `file` is the model as shipped, called through the adapter of its file; `binary` and `json` ask a
// server of the same model on this machine, which shares its processors; `bare` posts one request,
// made beforehand, and does not read what comes back: what the adapter adds is `binary` less
// `bare`. `client_ms` is the client's part of it.
#include <benchmark/benchmark.h>
#include <httplib.h>

#include <ctime>
#include <memory>
#include <string>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/kserve/protocol.h"
#include "latentfuzz/adapters/kserve/url.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/adapters/zoo.h"
#include "latentfuzz/base/freed_memory.h"
#include "latentfuzz/bench/interleaved.h"
#include "latentfuzz/tests/adapters/kserve/model_server.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kBatch = 256;
constexpr const char* kModels[] = {"zoo:fashion-cnn", "zoo:fashion-mlp"};

struct Served {
  explicit Served(const std::string& file) : server(ServedModel{.uri = file}) {
    const std::string card = OpenClassifier(file)->card().source.string();
    uri = "kserve:" + server.url() + "?card=" + card;
  }
  ModelServer server;
  std::string uri;
};

// CPU time of this thread.
double ThreadMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

template <typename Body>
void Loop(benchmark::State& state, const Body& body) {
  const double begin = ThreadMilliseconds();
  for (auto _ : state) benchmark::DoNotOptimize(body());
  state.counters["client_ms"] =
      benchmark::Counter(ThreadMilliseconds() - begin, benchmark::Counter::kAvgIterations);
  state.SetItemsProcessed(static_cast<std::int64_t>(kBatch) * state.iterations());
}

void Predict(benchmark::State& state, Classifier& model) {
  const ImageBatch images = ProbeImages(*model.card().image.shape, kBatch);
  Loop(state, [&] { return model.Predict(images); });
}

void Bare(benchmark::State& state, const std::string& uri) {
  const Served served(uri);
  const ImageShape shape = *OpenClassifier(uri)->card().image.shape;
  const ImageBatch images = ProbeImages(shape, kBatch);
  const KserveUrl url = KserveUrl::Parse(served.server.url());
  httplib::Client client(url.origin);
  client.set_keep_alive(true);
  client.set_tcp_nodelay(true);
  const auto told = client.Get(url.model);
  const TensorInfo input = ReadModelInfo(told->body, served.server.url()).signature.inputs.at(0);
  const KserveRequest request = EncodeRequest(
      {{input.name, "FP32", {kBatch, shape.channels, shape.height, shape.width}, images.values}},
      {}, true);
  const httplib::Headers headers{{kJsonSizeHeader, std::to_string(request.json.size())}};
  const std::string body = request.json + request.binary;
  Loop(state, [&] {
    const auto reply = client.Post(url.model + "/infer", headers, body, "application/octet-stream");
    if (!reply || reply->status != 200) state.SkipWithError("the server refuses the request");
    return reply->body.size();
  });
}

void File(benchmark::State& state, const std::string& uri) {
  Predict(state, *OpenClassifier(uri, {Passes::kAsShipped, ""}));
}

void FromServer(benchmark::State& state, const std::string& uri, const char* binary) {
  const Served served(uri);
  Predict(state, *OpenClassifier(served.uri + "&binary=" + binary));
}

template <typename Body>
auto* Register(const std::string& uri, const char* name, const Body& body) {
  return ReportLeast(benchmark::RegisterBenchmark((uri + "/" + name).c_str(), body))
      ->Unit(benchmark::kMillisecond)
      ->MeasureProcessCPUTime();  // the server's share, too
}

void RegisterAll() {
  for (const std::string uri : kModels) {
    Register(uri, "file", [=](benchmark::State& state) { File(state, uri); });
    Register(uri, "bare", [=](benchmark::State& state) { Bare(state, uri); });
    for (const bool binary : {true, false})
      Register(uri, binary ? "binary" : "json",
               [=](benchmark::State& state) { FromServer(state, uri, binary ? "on" : "off"); });
  }
}

}  // namespace
}  // namespace latentfuzz

int main(int argc, char** argv) {
  latentfuzz::KeepFreedMemory();
  benchmark::Initialize(&argc, argv);
  latentfuzz::RegisterAll();
  benchmark::RunSpecifiedBenchmarks();
}
