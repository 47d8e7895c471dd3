#include "latentfuzz/corpus/verdict_cache.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <stdexcept>

#include "latentfuzz/base/rng.h"
#include "samples.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;
using samples::ErrorOf;

const TargetIdentity kTarget = {"g", "r", "c", "disagreement"};
const Signature kDisagree = {Verdict::kDisagree, 2, 4};
const Signature kNonfinite = {Verdict::kNonfinite, 2, -1};

std::string EntryId(std::uint64_t n) { return samples::MakeEntry(n).Id(); }

std::vector<CachedVerdict> Verdicts(std::uint64_t begin, std::uint64_t end) {
  std::vector<CachedVerdict> verdicts;
  for (std::uint64_t n = begin; n < end; ++n)
    verdicts.push_back({EntryId(n), {Verdict::kAgree, static_cast<int>(n), 0}});
  return verdicts;
}

class VerdictCacheTest : public testing::Test {
 protected:
  void Put(VerdictCache& cache, const std::string& entry, const Signature& signature) {
    const CachedVerdict verdict = {entry, signature};
    cache.Put(kTarget, "avx2", {&verdict, 1});
  }

  samples::TemporaryDirectory directory_;
  fs::path file_ = directory_.path() / "verdicts.sqlite";
};

TEST_F(VerdictCacheTest, RemembersAcrossObjects) {
  {
    VerdictCache cache(file_);
    EXPECT_EQ(cache.Get(kTarget, "avx2", "e1"), std::nullopt);
    Put(cache, "e1", kDisagree);
    Put(cache, "e2", kNonfinite);
    EXPECT_EQ(cache.Get(kTarget, "avx2", "e1"), kDisagree);
  }
  const VerdictCache cache(file_);
  EXPECT_EQ(cache.Get(kTarget, "avx2", "e1"), kDisagree);
  EXPECT_EQ(cache.Get(kTarget, "avx2", "e2"), kNonfinite);
}

TEST_F(VerdictCacheTest, EveryPartOfTheKeyMatters) {
  VerdictCache cache(file_);
  Put(cache, "e", kDisagree);
  for (std::string TargetIdentity::*part : {&TargetIdentity::generator, &TargetIdentity::reference,
                                            &TargetIdentity::candidate, &TargetIdentity::oracle}) {
    TargetIdentity other = kTarget;
    other.*part += "x";
    EXPECT_EQ(cache.Get(other, "avx2", "e"), std::nullopt);
  }
  EXPECT_EQ(cache.Get(kTarget, "avx512", "e"), std::nullopt);
  EXPECT_EQ(cache.Get(kTarget, "avx2", "f"), std::nullopt);
}

TEST_F(VerdictCacheTest, TheLaterVerdictReplacesTheEarlier) {
  VerdictCache cache(file_);
  Put(cache, "e", kDisagree);
  Put(cache, "e", kNonfinite);
  EXPECT_EQ(cache.Get(kTarget, "avx2", "e"), kNonfinite);
}

TEST_F(VerdictCacheTest, TwoProcessesWriteAtOnce) {
  std::vector<int> pids;
  for (std::uint64_t process = 0; process < 2; ++process) {
    pids.push_back(samples::Fork([&] {
      VerdictCache cache(file_);
      for (std::uint64_t n = 0; n < 200; n += 10)
        cache.Put(kTarget, "avx2", Verdicts(n + process * 100, n + process * 100 + 10));
    }));
  }
  for (const int pid : pids) EXPECT_EQ(samples::Wait(pid), 0);
  const VerdictCache cache(file_);
  for (std::uint64_t n = 0; n < 300; ++n)
    EXPECT_EQ(cache.Get(kTarget, "avx2", EntryId(n)),
              (Signature{Verdict::kAgree, static_cast<int>(n), 0}));
}

TEST_F(VerdictCacheTest, GarbageIsSetAsideAndKept) {
  const std::string garbage(5000, 'g');
  for (const char* name : {"verdicts.sqlite.damaged", "verdicts.sqlite.damaged-1"}) {
    samples::WriteFile(file_, garbage);
    VerdictCache cache(file_);
    Put(cache, "e", kDisagree);
    EXPECT_EQ(cache.Get(kTarget, "avx2", "e"), kDisagree);
    EXPECT_EQ(samples::ReadFile(directory_.path() / name), garbage);
  }
}

TEST_F(VerdictCacheTest, ProcessesThatMeetGarbageTogetherSetAsideOnce) {
  for (int round = 0; round < 5; ++round) {
    const fs::path file = directory_.path() / std::to_string(round) / "verdicts.sqlite";
    samples::WriteFile(file, std::string(5000, 'g'));
    int gate[2];
    ASSERT_EQ(::pipe(gate), 0);
    std::vector<int> pids;
    for (std::uint64_t process = 0; process < 4; ++process) {
      pids.push_back(samples::Fork([&] {
        char byte = 0;
        ::close(gate[1]);
        if (::read(gate[0], &byte, 1) != 0) throw std::runtime_error("the gate is not closed");
        VerdictCache cache(file);
        cache.Put(kTarget, "avx2", Verdicts(process * 10, process * 10 + 10));
      }));
    }
    ::close(gate[1]);  // all go on at once
    ::close(gate[0]);
    for (const int pid : pids) EXPECT_EQ(samples::Wait(pid), 0);
    EXPECT_FALSE(fs::exists(file.string() + ".damaged-1"));
    const VerdictCache cache(file);
    for (std::uint64_t n = 0; n < 40; ++n) EXPECT_TRUE(cache.Get(kTarget, "avx2", EntryId(n))) << n;
  }
}

TEST_F(VerdictCacheTest, DamageInTheMiddleStartsEmptyToo) {
  { VerdictCache(file_).Put(kTarget, "avx2", Verdicts(0, 2000)); }
  std::string bytes = samples::ReadFile(file_);
  ASSERT_GT(bytes.size(), 20'000U);
  std::fill(bytes.begin() + 4096, bytes.end(), '\xee');
  samples::WriteFile(file_, bytes);
  VerdictCache cache(file_);
  cache.Put(kTarget, "avx2", Verdicts(0, 1));
  EXPECT_TRUE(cache.Get(kTarget, "avx2", EntryId(0)));
  EXPECT_FALSE(cache.Get(kTarget, "avx2", EntryId(1500)));
  EXPECT_TRUE(fs::exists(file_.string() + ".damaged"));
}

TEST_F(VerdictCacheTest, DeletedWhileOpenItStartsEmpty) {
  VerdictCache cache(file_);
  Put(cache, "e1", kDisagree);
  fs::remove(file_);
  Put(cache, "e2", kDisagree);
  EXPECT_EQ(cache.Get(kTarget, "avx2", "e2"), kDisagree);
  EXPECT_EQ(VerdictCache(file_).Get(kTarget, "avx2", "e2"), kDisagree);
}

TEST_F(VerdictCacheTest, ANewerSchemaIsSetAside) {
  { VerdictCache cache(file_); }
  std::string bytes = samples::ReadFile(file_);
  bytes[63] = 9;  // the last byte of user_version
  samples::WriteFile(file_, bytes);
  VerdictCache cache(file_);
  EXPECT_TRUE(fs::exists(file_.string() + ".damaged"));
}

TEST_F(VerdictCacheTest, AnAbsentDirectoryIsAnIoError) {
  const auto error = ErrorOf([&] { VerdictCache cache(directory_.path() / "absent/v.sqlite"); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kIo);
}

}  // namespace
}  // namespace latentfuzz
