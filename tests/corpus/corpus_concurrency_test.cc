// Several processes on one corpus, and processes that are killed while they write.
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <set>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/corpus/corpus.h"
#include "samples.h"

namespace latentfuzz {
namespace {

using samples::kGenerator;
using samples::MakeFindings;

// Everything that is listed is whole, has its image, and names an entry that is there.
void ExpectWhole(const std::filesystem::path& directory) {
  const Corpus corpus = Corpus::OpenExisting(directory, kGenerator);
  std::vector<Damage> damage;
  std::set<std::string> entries;
  for (const Entry& entry : corpus.Entries(&damage)) entries.insert(entry.Id());
  for (const Finding& finding : corpus.Findings(&damage)) {
    EXPECT_TRUE(entries.contains(finding.entry));
    const auto expected = samples::MakeFinding(finding.evaluation);
    EXPECT_EQ(samples::ReadFile(corpus.FindingDirectory(finding) / "image.png"), expected.png);
  }
  for (const Damage& item : damage) ADD_FAILURE() << item.path << ": " << item.reason;
}

TEST(CorpusConcurrency, FourProcessesCreateAndAddAtOnce) {
  const samples::TemporaryDirectory directory;
  const auto path = directory.path() / "corpus";
  std::vector<int> pids;
  for (std::uint64_t process = 0; process < 4; ++process) {
    pids.push_back(samples::Fork([&] {
      Corpus corpus = Corpus::OpenOrCreate(path, kGenerator);
      // Batches overlap those of the others, in part and in full.
      for (std::uint64_t n = 0; n < 60; n += 6) {
        const std::uint64_t begin = process % 2 == 0 ? n : n + process;
        corpus.Add(MakeFindings(begin, begin + 8));
      }
    }));
  }
  for (const int pid : pids) EXPECT_EQ(samples::Wait(pid), 0);
  ExpectWhole(path);
  const Corpus corpus = Corpus::OpenExisting(path);
  EXPECT_EQ(corpus.Findings(nullptr).size(), 65U);  // 0 .. 64: process 3 begins its last at 57
  EXPECT_EQ(corpus.Entries(nullptr).size(), 65U);
  for (const auto& [name, bytes] : samples::Snapshot(path))
    EXPECT_EQ(name.find(".tmp-"), std::string::npos) << name;
}

TEST(CorpusConcurrency, AKilledWriterLosesNothingThatWasStored) {
  const samples::TemporaryDirectory directory;
  const auto path = directory.path() / "corpus";
  Rng rng(1, StreamPurpose::kTest);
  std::size_t stored = 0;
  double window = 2'000;  // microseconds; wider while too short for any progress
  for (int round = 0; round < 60; ++round) {
    const int pid = samples::Fork([&] {
      Corpus corpus = Corpus::OpenOrCreate(path, kGenerator);
      for (std::uint64_t n = stored;; n += 5) {
        corpus.Add(MakeFindings(n, n + 5));
        corpus.WriteCampaignFile("c", "state", std::string(1 + n % 50'000, 's'));
      }
    });
    ::usleep(static_cast<useconds_t>(rng.Uniform(0, window)));
    ::kill(pid, SIGKILL);
    EXPECT_EQ(samples::Wait(pid), -1);
    if (!std::filesystem::exists(path / "corpus.json")) {
      window *= 1.2;
      continue;
    }
    ExpectWhole(path);
    const std::size_t now = Corpus::OpenExisting(path).Findings(nullptr).size();
    EXPECT_GE(now, stored);
    if (now == stored) window *= 1.2;
    stored = now;
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(stored, 0U);
  // What the killed ones left is in nobody's way.
  Corpus corpus = Corpus::OpenOrCreate(path, kGenerator);
  corpus.Add(MakeFindings(0, 5 + stored));
  EXPECT_EQ(corpus.Findings(nullptr).size(), 5 + stored);
  ExpectWhole(path);
}

// A reader beside a writer sees whole files only.
TEST(CorpusConcurrency, AReaderBesideAWriterSeesWholeFiles) {
  const samples::TemporaryDirectory directory;
  Corpus corpus = Corpus::OpenOrCreate(directory.path(), kGenerator);
  const int pid = samples::Fork([&] {
    for (std::uint64_t n = 0;; ++n) corpus.Add(MakeFindings(n, n + 1));
  });
  for (std::size_t seen = 0; seen < 30 && !HasFailure();) {
    std::vector<Damage> damage;
    const auto findings = corpus.Findings(&damage);
    for (const Finding& finding : findings) EXPECT_NO_THROW(corpus.ReadEntry(finding.entry));
    EXPECT_TRUE(damage.empty());
    seen = findings.size();
  }
  ::kill(pid, SIGKILL);
  samples::Wait(pid);
}

}  // namespace
}  // namespace latentfuzz
