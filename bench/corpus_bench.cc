// What it costs to keep findings: the durable Add() per batch, and reading a corpus.
//
// WriteOnly is the floor: the same files written without any fsync. Everything is made below TMPDIR
// (default /tmp): set it to a directory on the disk in question. Nothing is deleted before the end,
// since ext4 is slow to create files for half a minute after many were deleted; a second run soon
// after the first shows the same effect.
#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/corpus/corpus.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPngBytes = 500;  // of a 28x28 image
constexpr std::size_t kLatentSize = 16;
constexpr int kClasses = 10;
const char* const kGenerator = "generator";

fs::path NewDirectory(const fs::path& parent) {
  std::string pattern = (parent / "latentfuzz-bench-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary directory");
  return pattern;
}

NewFinding MakeFinding(std::uint64_t n) {
  Rng rng(1, StreamPurpose::kTest, n);
  NewFinding item;
  for (std::size_t i = 0; i < kLatentSize; ++i)
    item.entry.latent.push_back(static_cast<float>(rng.Normal()));
  item.entry.campaign = "bench";
  item.entry.parents = {"eval:1", "eval:2"};
  item.entry.mutators = {"gaussian"};
  Finding& finding = item.finding;
  finding.entry = item.entry.Id();
  finding.target = {kGenerator, std::string(64, '1'), std::string(64, '2'), "disagreement"};
  finding.signature = {Verdict::kDisagree, static_cast<int>(rng.Below(kClasses)),
                       static_cast<int>(rng.Below(kClasses))};
  for (ModelRecord* record : {&finding.reference, &finding.candidate}) {
    record->uri = "zoo:cnn";
    record->engine.engine = "torch";
    record->engine.version = "1.13.1";
    record->engine.build = "01234567";
    record->engine.blas = "openblas";
    record->score_kind = "logits";
    record->label = 1;
    record->label_name = "coat";
    for (int i = 0; i < kClasses; ++i) record->scores.push_back(static_cast<float>(rng.Normal()));
  }
  item.png = std::string(kPngBytes, 'p');
  return item;
}

std::vector<NewFinding> MakeFindings(std::uint64_t begin, std::int64_t count) {
  std::vector<NewFinding> items;
  for (std::int64_t i = 0; i < count; ++i)
    items.push_back(MakeFinding(begin + static_cast<std::uint64_t>(i)));
  return items;
}

// A time per finding rather than per batch, so that rows can be compared.
void CountFindings(benchmark::State& state) {
  state.counters["per_finding"] =
      benchmark::Counter(static_cast<double>(state.iterations() * state.range(0)),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void Add(benchmark::State& state, const fs::path& root) {
  Corpus corpus = Corpus::OpenOrCreate(NewDirectory(root), kGenerator);
  std::uint64_t next = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const auto items = MakeFindings(next, state.range(0));
    next += items.size();
    state.ResumeTiming();
    corpus.Add(items);
  }
  CountFindings(state);
}

void WriteFile(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

void WriteOnly(benchmark::State& state, const fs::path& root) {
  const fs::path directory = NewDirectory(root);
  std::uint64_t next = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const auto items = MakeFindings(next, state.range(0));
    next += items.size();
    state.ResumeTiming();
    for (const NewFinding& item : items) {
      const fs::path shard = directory / "entries" / item.finding.entry.substr(0, 2);
      const fs::path folder = directory / item.finding.signature.ToString() / item.finding.Id();
      fs::create_directories(shard);
      fs::create_directories(folder);
      WriteFile(shard / item.finding.entry, EncodeEntry(item.entry));
      WriteFile(folder / "finding.json", EncodeFinding(item.finding));
      WriteFile(folder / "image.png", item.png);
    }
  }
  CountFindings(state);
}

void AddWhatIsStored(benchmark::State& state, const fs::path& root) {
  Corpus corpus = Corpus::OpenOrCreate(NewDirectory(root), kGenerator);
  const auto items = MakeFindings(0, state.range(0));
  corpus.Add(items);
  for (auto _ : state) corpus.Add(items);
  CountFindings(state);
}

template <typename Read>
void ReadCorpus(benchmark::State& state, const fs::path& root, Read read) {
  Corpus corpus = Corpus::OpenOrCreate(NewDirectory(root), kGenerator);
  corpus.Add(MakeFindings(0, state.range(0)));
  for (auto _ : state) {
    auto items = read(corpus);
    if (static_cast<std::int64_t>(items.size()) != state.range(0))
      state.SkipWithError("the corpus is not whole");
    benchmark::DoNotOptimize(items);
  }
}

void ReadEntries(benchmark::State& state, const fs::path& root) {
  ReadCorpus(state, root, [](const Corpus& corpus) { return corpus.Entries(nullptr); });
}

void ReadFindings(benchmark::State& state, const fs::path& root) {
  ReadCorpus(state, root, [](const Corpus& corpus) { return corpus.Findings(nullptr); });
}

struct Row {
  const char* name;
  void (*run)(benchmark::State&, const fs::path&);
  std::vector<std::int64_t> counts;
};

void RegisterAll(const fs::path& root) {
  const Row rows[] = {
      {"Add", Add, {1, 4, 16, 64}},
      {"WriteOnly", WriteOnly, {1, 16, 64}},
      {"AddWhatIsStored", AddWhatIsStored, {16}},
      {"ReadEntries", ReadEntries, {1000}},
      {"ReadFindings", ReadFindings, {1000}},
  };
  for (const Row& row : rows) {
    auto* registered = benchmark::RegisterBenchmark(
        row.name, [run = row.run, root](benchmark::State& state) { run(state, root); });
    registered->ArgsProduct({row.counts})->UseRealTime()->Unit(benchmark::kMillisecond);
  }
}

}  // namespace
}  // namespace latentfuzz

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const auto root = latentfuzz::NewDirectory(std::filesystem::temp_directory_path());
  latentfuzz::RegisterAll(root);
  benchmark::RunSpecifiedBenchmarks();
  std::filesystem::remove_all(root);
}
