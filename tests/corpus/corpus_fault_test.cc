// A full disk, a read-only one, and a limit of file sizes.
#include <gmock/gmock.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <stdexcept>

#include "latentfuzz/corpus/corpus.h"
#include "samples.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;
using samples::ErrorOf;
using samples::kGenerator;
using samples::MakeFindings;

constexpr int kCannotMount = 77;

void Require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "not so: %s\n", what);
  throw std::runtime_error(what);
}

// Adds until it fails with `hint`, and checks that what was there stays, whole, and that neither a
// temporary nor a damaged file is left.
void FillUntilRefused(Corpus& corpus, const std::string& hint) {
  std::size_t stored = 0;
  std::optional<Error> error;
  for (std::uint64_t n = 0; !error; n += 8) {
    auto items = MakeFindings(n, n + 8);
    for (NewFinding& item : items) item.png.resize(10'000 + n * 100, 'p');
    error = ErrorOf([&] { corpus.Add(items); });
    if (!error) stored = n + 8;
  }
  Require(stored > 0, "something was stored before the disk was full");
  Require(error->kind() == ErrorKind::kIo, "kind");
  Require(error->hint().find(hint) != std::string::npos, "hint");
  std::vector<Damage> damage;
  Require(corpus.Entries(&damage).size() >= stored, "entries are kept");
  Require(corpus.Findings(&damage).size() >= stored, "findings are kept");
  Require(damage.empty(), "no damage");
  for (const auto& [name, bytes] : samples::Snapshot(corpus.directory())) {
    Require(name.find(".tmp-") == std::string::npos, "no temporaries");
    Require(!bytes.empty(), "no empty files");
  }
}

// Runs `body` in a child that has a file system of its own, one megabyte large, at `directory`.
int WithSmallFileSystem(const fs::path& directory, const std::function<void()>& body) {
  return samples::Wait(samples::Fork([&] {
    if (::unshare(CLONE_NEWNS) != 0 ||
        ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("none", directory.c_str(), "tmpfs", 0, "size=1m") != 0)
      ::_exit(kCannotMount);
    body();
  }));
}

TEST(CorpusFault, AFullDiskIsAnIoErrorAndLosesNothing) {
  const samples::TemporaryDirectory directory;
  const int status = WithSmallFileSystem(directory.path(), [&] {
    Corpus corpus = Corpus::OpenOrCreate(directory.path(), kGenerator);
    FillUntilRefused(corpus, "disk space");
    corpus.Add(MakeFindings(0, 1));  // what is stored already needs no space
    const auto error = ErrorOf(
        [&] { corpus.WriteCampaignFile("c", "state", std::string(std::size_t{2} << 20, 's')); });
    Require(error && error->kind() == ErrorKind::kIo, "a campaign file is refused as well");
  });
  if (status == kCannotMount) GTEST_SKIP() << "no permission to mount a file system";
  EXPECT_EQ(status, 0);
}

TEST(CorpusFault, AReadOnlyFileSystemIsAnIoErrorForWritersOnly) {
  const samples::TemporaryDirectory directory;
  const int status = WithSmallFileSystem(directory.path(), [&] {
    Corpus corpus = Corpus::OpenOrCreate(directory.path(), kGenerator);
    corpus.Add(MakeFindings(0, 3));
    Require(::mount("none", directory.path().c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, "") == 0,
            "remount");
    for (const auto& write :
         {std::function<void()>([&] { Corpus::OpenOrCreate(directory.path(), kGenerator); }),
          std::function<void()>([&] { corpus.Add(MakeFindings(3, 4)); })}) {
      const auto error = ErrorOf(write);
      Require(error && error->kind() == ErrorKind::kIo, "kind");
      Require(error->hint().find("read-only") != std::string::npos, "hint");
    }
    Require(Corpus::OpenExisting(directory.path()).Findings(nullptr).size() == 3, "readable");
  });
  if (status == kCannotMount) GTEST_SKIP() << "no permission to mount a file system";
  EXPECT_EQ(status, 0);
}

TEST(CorpusFault, AFileSizeLimitIsAnIoErrorAndLosesNothing) {
  const samples::TemporaryDirectory directory;
  EXPECT_EQ(samples::Wait(samples::Fork([&] {
              ::signal(SIGXFSZ, SIG_IGN);
              const rlimit limit = {12'000, 12'000};
              Require(::setrlimit(RLIMIT_FSIZE, &limit) == 0, "setrlimit");
              Corpus corpus = Corpus::OpenOrCreate(directory.path(), kGenerator);
              FillUntilRefused(corpus, "ulimit -f");
            })),
            0);
}

}  // namespace
}  // namespace latentfuzz
