#include "latentfuzz/harness/replay.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "latentfuzz/base/engine_info.h"
#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/harness/campaign.h"
#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/script_models.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ReplayTest : public ::testing::Test {
 protected:
  ReplayTest() : options_(toy::WritePair(directory_.path(), 0.05)) {
    result_ = RunCampaign(options_);
    finding_ = result_.findings.front().directory;
  }

  ReplayResult Run(const std::string& path, const std::string& candidate = "") {
    seen_.clear();
    return Replay({{path}, "", candidate, ""}, [this](const Replayed& r) { seen_.push_back(r); });
  }
  std::optional<Error> Refused(const std::string& path) {
    return samples::ErrorOf([&] { Run(path); });
  }
  std::string corpus() const { return options_.corpora.front(); }
  fs::path EntryFile() const {
    const std::string id = Corpus::OpenExisting(corpus()).Findings(nullptr).front().entry;
    return fs::path(corpus()) / "entries" / id.substr(0, 2) / (id + ".safetensors");
  }

  samples::TemporaryDirectory directory_;
  CampaignOptions options_;
  CampaignResult result_;
  fs::path finding_;
  std::vector<Replayed> seen_;
};

TEST_F(ReplayTest, AWholeCorpusHolds) {
  ASSERT_GT(result_.findings.size(), 3U);
  const ReplayResult result = Run(corpus());
  EXPECT_EQ(result.total, result_.findings.size());
  EXPECT_EQ(result.held, result.total);
  EXPECT_THAT(result.warnings, IsEmpty());
  EXPECT_THAT(seen_, Each(Field(&Replayed::held, true)));
  EXPECT_EQ(seen_.front().reference_name, "bright");
  EXPECT_EQ(seen_.front().candidate_name, "dark");
  EXPECT_GT(seen_.front().reference_confidence, 0.5);
}

// What a finding of another machine says is edited into one of this machine.
TEST_F(ReplayTest, OtherMachinesAndEnginesAreNamed) {
  const fs::path file = finding_ / "finding.json";
  auto json = nlohmann::json::parse(samples::ReadFile(file));
  const std::string version = json.at("candidate").at("version");
  json.at("cpu_class") = "abacus";
  json.at("candidate").at("version") = "0.9";
  json.at("generator_engine").at("threads") = 64;
  samples::WriteFile(file, json.dump());
  const ReplayResult result = Run(finding_.string());
  EXPECT_EQ(result.held, 1U);
  ASSERT_EQ(result.warnings.size(), 3U);
  EXPECT_THAT(result.warnings, Contains(AllOf(HasSubstr("CPU class: recorded on abacus"),
                                              HasSubstr("this machine is " + CpuFeatureClass()))));
  EXPECT_THAT(result.warnings,
              Contains(AllOf(HasSubstr("engine for the candidate: recorded with libtorch 0.9,"),
                             HasSubstr("this is libtorch " + version + ","))));
  EXPECT_THAT(result.warnings, Contains(AllOf(HasSubstr("engine for the generator"),
                                              HasSubstr("64 threads"), HasSubstr("1 thread"))));
  for (const std::string& warning : result.warnings)
    EXPECT_EQ(warning.find('\n'), std::string::npos) << warning;
}

// A file of a version that did not record the generator's engine.
TEST_F(ReplayTest, AnUnknownEngineIsNoOtherOne) {
  const fs::path file = finding_ / "finding.json";
  auto json = nlohmann::json::parse(samples::ReadFile(file));
  json.erase("generator_engine");
  samples::WriteFile(file, json.dump());
  EXPECT_THAT(Run(finding_.string()).warnings, IsEmpty());
}

TEST_F(ReplayTest, OneFindingByFolderSlashOrFile) {
  for (const std::string& path : {finding_.string(), finding_.string() + "/",
                                  finding_.string() + "//", (finding_ / "finding.json").string()}) {
    const ReplayResult result = Run(path);
    EXPECT_EQ(result.total, 1U) << path;
    EXPECT_EQ(result.held, 1U) << path;
  }
}

TEST_F(ReplayTest, AFolderOfFindings) {
  const fs::path open = fs::path(corpus()) / "findings" / "open";
  for (const fs::path& folder : {open.parent_path(), open, open / "disagree-1-0"}) {
    const ReplayResult result = Run(folder.string());
    EXPECT_EQ(result.total, result_.findings.size()) << folder;
    EXPECT_EQ(result.held, result.total);
  }
  // One that moved on to the regression tests is alone there.
  fs::create_directories(open.parent_path() / "regression" / "disagree-1-0");
  fs::rename(finding_, open.parent_path() / "regression" / "disagree-1-0" / finding_.filename());
  EXPECT_EQ(Run((open.parent_path() / "regression/").string()).total, 1U);
  EXPECT_EQ(Run(open.string()).total, result_.findings.size() - 1);
}

TEST_F(ReplayTest, AFolderOfFindingsByARelativePath) {
  const fs::path before = fs::current_path();
  fs::current_path(fs::path(corpus()) / "findings");
  const ReplayResult result = Run("open");
  fs::current_path(before);
  EXPECT_EQ(result.held, result_.findings.size());
}

TEST_F(ReplayTest, DamageElsewhereIsNotThatOfAFolder) {
  fs::create_directories(fs::path(corpus()) / "findings" / "regression");
  samples::WriteFile(finding_ / "finding.json", "{");
  EXPECT_EQ(Run((fs::path(corpus()) / "findings" / "regression").string()).damaged, 0U);
  EXPECT_EQ(Run(finding_.parent_path().string()).damaged, 1U);
}

TEST_F(ReplayTest, AnotherCandidateMayBeRidOfThem) {
  toy::WriteThreshold(directory_.path() / "mended.pt", 0.5);
  const ReplayResult result = Run(corpus(), (directory_.path() / "mended.pt").string());
  EXPECT_EQ(result.held, 0U);
  EXPECT_THAT(seen_, Each(Field(&Replayed::held, false)));
  EXPECT_EQ(seen_.front().signature.ToString(), "agree-1-1");
  EXPECT_EQ(seen_.front().finding->signature.ToString(), "disagree-1-0");
  EXPECT_THAT(result.warnings, Contains(HasSubstr("candidate is another model")));
}

TEST_F(ReplayTest, AModelThatChangedInItsPlaceIsToldOnce) {
  toy::WriteThreshold(directory_.path() / "candidate.pt", 0.5);
  const ReplayResult result = Run(corpus());
  EXPECT_EQ(result.held, 0U);
  EXPECT_THAT(result.warnings, ::testing::ElementsAre(HasSubstr("candidate is another model")));
}

TEST_F(ReplayTest, AMissingModelIsNamed) {
  fs::remove(directory_.path() / "candidate.pt");
  const auto error = Refused(corpus());
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kSetup);
  EXPECT_THAT(error->what(), HasSubstr("candidate.pt"));
  EXPECT_FALSE(error->hint().empty());
}

TEST_F(ReplayTest, AnEntryNeedsItsModels) {
  const auto error = Refused(EntryFile().string());
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kUsage);
  const ReplayResult result =
      Replay({{EntryFile().string()}, options_.reference, options_.candidate, options_.generator},
             [this](const Replayed& r) { seen_.push_back(r); });
  EXPECT_EQ(result.held, 1U);
  EXPECT_FALSE(seen_.front().finding);
  EXPECT_EQ(seen_.front().signature.ToString(), "disagree-1-0");
}

TEST_F(ReplayTest, AnEntryWithoutAnExpectedLabelNeedsAReference) {
  const auto error = samples::ErrorOf([&] {
    Replay({{EntryFile().string()}, "", options_.candidate, options_.generator},
           [](const Replayed&) {});
  });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kUsage);
  EXPECT_THAT(error->what(), HasSubstr("which label is expected"));
}

TEST_F(ReplayTest, AnEntryOfAnotherLatentSizeIsRefused) {
  Entry entry;
  entry.latent = {1, 2, 3};
  const fs::path file = directory_.path() / (entry.Id() + ".safetensors");
  samples::WriteFile(file, EncodeEntry(entry));
  const auto error = samples::ErrorOf([&] {
    Replay({{file.string()}, options_.reference, options_.candidate, options_.generator},
           [](const Replayed&) {});
  });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->what(), HasSubstr("3"));
}

TEST_F(ReplayTest, DamageIsCountedAndStopsNothing) {
  samples::WriteFile(finding_ / "finding.json", "{");
  const ReplayResult result = Run(corpus());
  EXPECT_EQ(result.damaged, 1U);
  EXPECT_EQ(result.total, result_.findings.size() - 1);
  EXPECT_THAT(result.warnings, Contains(AllOf(HasSubstr("set aside"), HasSubstr("finding.json"))));
}

TEST_F(ReplayTest, AFindingWithoutItsEntryIsDamage) {
  fs::remove(EntryFile());
  const ReplayResult result = Run(corpus());
  EXPECT_EQ(result.damaged, 1U);
  EXPECT_EQ(result.held, result_.findings.size() - 1);
}

TEST_F(ReplayTest, ADamagedFindingAskedForIsAnError) {
  samples::WriteFile(finding_ / "finding.json", "{");
  const auto error = Refused(finding_.string());
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kData);
}

TEST_F(ReplayTest, ThePictureIsNotNeeded) {
  fs::remove(finding_ / "image.png");
  EXPECT_EQ(Run(finding_.string()).held, 1U);
}

// The cache only saves work; a corpus on a medium that cannot be written is replayed all the same.
TEST_F(ReplayTest, TheVerdictCacheIsNotNeeded) {
  const fs::path cache = fs::path(corpus()) / "verdicts.sqlite";
  for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(cache.string() + suffix);
  fs::create_directories(cache / "in the way");
  const ReplayResult result = Run(corpus());
  EXPECT_EQ(result.held, result_.findings.size());
  EXPECT_EQ(result.damaged, 0U);
  EXPECT_THAT(result.warnings, Contains(HasSubstr("verdicts.sqlite")));
}

TEST_F(ReplayTest, PathsThatAreNothingAreRefused) {
  EXPECT_EQ(Refused("no/such/corpus")->kind(), ErrorKind::kIo);
  fs::create_directories(directory_.path() / "empty");
  EXPECT_EQ(Refused((directory_.path() / "empty").string())->kind(), ErrorKind::kData);
  samples::WriteFile(directory_.path() / "text.safetensors", "text");
  EXPECT_EQ(Refused((directory_.path() / "text.safetensors").string())->kind(), ErrorKind::kData);
}

}  // namespace
}  // namespace latentfuzz
