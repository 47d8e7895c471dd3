// Corpora that cannot be used, whole or in part.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/tests/harness/e2e/toy_files.h"

namespace latentfuzz::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// A file system of its own, of one megabyte; needs the right to mount.
class Disk {
 public:
  explicit Disk(const fs::path& at) : at_(at) {
    fs::create_directory(at);
    mounted_ = ::mount("tmpfs", at.c_str(), "tmpfs", 0, "size=1m") == 0;
  }
  ~Disk() {
    if (mounted_) ::umount2(at_.c_str(), MNT_DETACH);
  }
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;
  bool mounted() const { return mounted_; }
  bool MakeReadOnly() {
    return ::mount("tmpfs", at_.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) == 0;
  }

 private:
  fs::path at_;
  bool mounted_ = false;
};

class WrongCorpora : public ToyFilesTest {
 protected:
  // A campaign into disk/c that keeps every trigger.
  Finished RunOnDisk(const char* evals, const char* seed) const {
    return Execute({"run", "--reference", At("reference.pt").string(), "--candidate",
                    At("candidate.pt").string(), "--generator", At("generator.pt").string(),
                    "--evals", evals, "--seed", seed, "--radius", "0", At("disk/c").string()});
  }
};

TEST_F(WrongCorpora, UnderAFile) {
  samples::WriteFile(At("file"), "x");
  fs::create_directory(At("d"));
  ExpectRefused(Execute(ZooRun(At("file") / "c", {"--evals", "64"})), 4, "file");
}

TEST_F(WrongCorpora, AFile) {
  samples::WriteFile(At("c"), "x");
  ExpectRefused(RunPair(), 2, "is a file");
  EXPECT_EQ(samples::ReadFile(At("c")), "x");
}

TEST_F(WrongCorpora, AFolderOfOtherThings) {
  samples::WriteFile(At("c") / "thesis.tex", "x");
  ExpectRefused(RunPair(), 4, "corpus.json");
  EXPECT_EQ(samples::Snapshot(At("c")).size(), 1U);
}

TEST_F(WrongCorpora, OfAnotherGenerator) {
  ASSERT_EQ(RunPair().exit, 0);
  ExpectRefused(Execute(ZooRun(At("c"), {"--evals", "64"})), 4, "generator");
}

TEST_F(WrongCorpora, OfANewerFormat) {
  ASSERT_EQ(RunPair().exit, 0);
  auto manifest = samples::ReadFile(At("c") / "corpus.json");
  samples::WriteFile(At("c") / "corpus.json", Replaced(manifest, ": 1", ": 1000"));
  ExpectRefused(RunPair(), 4, "corpus.json");
}

// The process may write no more than a few blocks to any file: a disk that fills up.
TEST_F(WrongCorpora, FullDisk) {
  Start start{ZooRun(At("c"), {"--evals", "1024"})};
  start.prepare = [] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit few{2048, 2048};
    ::setrlimit(RLIMIT_FSIZE, &few);
  };
  const Finished finished = ExecuteWith(start);
  EXPECT_EQ(finished.exit, 4) << finished.err;
  EXPECT_THAT(finished.err.substr(finished.err.rfind("error: ")), HasSubstr("\n  hint: "));
  const auto files = samples::Snapshot(At("c"));
  for (const auto& [name, bytes] : files) EXPECT_THAT(name, Not(HasSubstr(".tmp-")));
  // With room again, the same command goes on.
  EXPECT_EQ(Execute(ZooRun(At("c"), {"--evals", "1024"})).exit, 0);
}

TEST_F(WrongCorpora, FullFileSystem) {
  const Disk disk(At("disk"));
  if (!disk.mounted()) GTEST_SKIP() << "may not mount";
  EXPECT_EQ(RunOnDisk("64", "1").exit, 0);
  const Finished finished = RunOnDisk("20000", "2");
  EXPECT_EQ(finished.exit, 4) << finished.err;
  EXPECT_THAT(finished.err.substr(finished.err.rfind("error: ")),
              AllOf(HasSubstr("No space left"), HasSubstr("\n  hint: ")));
  std::vector<Damage> damage;
  const Corpus corpus = Corpus::OpenExisting(At("disk/c"));
  const auto findings = corpus.Findings(&damage);
  EXPECT_FALSE(findings.empty());
  EXPECT_TRUE(damage.empty());
  for (const Finding& finding : findings) EXPECT_NO_THROW(corpus.ReadEntry(finding.entry));
}

TEST_F(WrongCorpora, ReadOnlyFileSystem) {
  Disk disk(At("disk"));
  if (!disk.mounted()) GTEST_SKIP() << "may not mount";
  EXPECT_EQ(RunOnDisk("64", "1").exit, 0);
  ASSERT_TRUE(disk.MakeReadOnly());
  ExpectRefused(RunOnDisk("128", "1"), 4, At("disk/c").string());
  // To replay is not to write.
  const Finished replay = Execute({"replay", At("disk/c").string()});
  EXPECT_EQ(replay.exit, 0) << replay.err;
  EXPECT_EQ(Execute({"list", At("disk/c").string()}).exit, 0);
}

// Damaged, foreign and truncated files are told, left alone, and stop nothing.
TEST_F(WrongCorpora, DamagedEntries) {
  ASSERT_EQ(RunPair().exit, 0);
  ASSERT_GE(samples::Snapshot(At("c") / "entries").size(), 2U);
  const auto first = At("c") / "entries" / samples::Snapshot(At("c") / "entries").begin()->first;
  fs::resize_file(first, fs::file_size(first) - 3);
  samples::WriteFile(At("c") / "entries/ab" / (std::string(64, 'a') + ".safetensors"), "rotten");
  samples::WriteFile(At("c") / "entries/README", "mine");
  const auto before = samples::Snapshot(At("c") / "entries");
  const Finished finished = RunPair({"--seed", "2"});
  EXPECT_EQ(finished.exit, 0) << finished.err;
  EXPECT_THAT(finished.err, AllOf(HasSubstr("WARNING: set aside " + first.string()),
                                  HasSubstr(std::string(64, 'a')), HasSubstr("README")));
  auto after = samples::Snapshot(At("c") / "entries");
  for (const auto& [name, bytes] : before) EXPECT_EQ(after[name], bytes) << name;
}

}  // namespace
}  // namespace latentfuzz::e2e
