#include "samples.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "latentfuzz/base/rng.h"

namespace latentfuzz::samples {

namespace fs = std::filesystem;

TemporaryDirectory::TemporaryDirectory() {
  std::string pattern = (fs::temp_directory_path() / "latentfuzz-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary directory");
  path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Entry MakeEntry(std::uint64_t n) {
  Rng rng(n, StreamPurpose::kTest);
  Entry entry;
  for (int i = 0; i < 16; ++i) entry.latent.push_back(static_cast<float>(rng.Normal()));
  entry.label = static_cast<int>(n % 10);
  entry.expected = static_cast<int>(n % 7);
  entry.seed = 18446744073709551615ULL - n;
  entry.campaign = "campaign-1";
  entry.evaluation = n;
  entry.origin = n % 2 == 0 ? "prior" : "";
  entry.parents = {"eval:" + std::to_string(n), std::string(64, 'a')};
  entry.mutators = {"gaussian", "crossover"};
  return entry;
}

NewFinding MakeFinding(std::uint64_t n) {
  NewFinding item;
  item.entry = MakeEntry(n);
  Finding& finding = item.finding;
  finding.entry = item.entry.Id();
  finding.target = {kGenerator, std::string(64, '1'), std::string(64, '2'), "disagreement"};
  finding.signature = {Verdict::kDisagree, static_cast<int>(n % 3), 7};
  finding.generator_uri = "zoo:vae";
  finding.generator_engine = {"torch", "1.13.1", "0123abcd", "openblas", "", 3, {}};
  finding.reference = {"zoo:cnn",
                       {"torch", "1.13.1", "0123abcd", "openblas", "", 2, {{"optimize", "1"}}},
                       {},
                       "logits",
                       static_cast<int>(n % 3),
                       "coat",
                       0.75,
                       0.5};
  finding.candidate = finding.reference;
  finding.candidate.uri = "zoo:cnn-int8";
  finding.candidate.label = 7;
  Rng rng(n, StreamPurpose::kTest, 1);
  for (int i = 0; i < 10; ++i) {
    finding.reference.scores.push_back(static_cast<float>(rng.Normal()));
    finding.candidate.scores.push_back(static_cast<float>(rng.Normal()));
  }
  finding.divergence = rng.Uniform();
  finding.noise_floor = 1e-6;
  finding.cpu_class = "avx2";
  finding.campaign = "campaign-1";
  finding.evaluation = n;
  finding.search_batch = 64;
  finding.confirm_batch = 16;
  item.png = "\x89PNG" + std::string(500, static_cast<char>('a' + n % 26));
  return item;
}

std::vector<NewFinding> MakeFindings(std::uint64_t begin, std::uint64_t end) {
  std::vector<NewFinding> items;
  for (std::uint64_t n = begin; n < end; ++n) items.push_back(MakeFinding(n));
  return items;
}

void WriteFile(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::map<std::string, std::string> Snapshot(const fs::path& directory) {
  std::map<std::string, std::string> files;
  for (const auto& file : fs::recursive_directory_iterator(directory)) {
    if (file.is_regular_file())
      files[file.path().lexically_relative(directory).string()] = ReadFile(file.path());
  }
  return files;
}

int Fork(const std::function<void()>& body) {
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  try {
    body();
  } catch (...) {
    ::_exit(1);
  }
  ::_exit(0);
}

int Wait(int pid) {
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::optional<Error> ErrorOf(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

}  // namespace latentfuzz::samples
