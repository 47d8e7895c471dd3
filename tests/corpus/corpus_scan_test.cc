#include <gmock/gmock.h>

#include "latentfuzz/corpus/corpus.h"
#include "samples.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;
using samples::kGenerator;
using samples::MakeFindings;
using samples::Snapshot;
using samples::WriteFile;
using testing::HasSubstr;

class CorpusScanTest : public testing::Test {
 protected:
  CorpusScanTest() { corpus_.Add(items_); }

  fs::path EntryFile(std::size_t i) const {
    const std::string id = items_[i].entry.Id();
    return corpus_.directory() / "entries" / id.substr(0, 2) / (id + ".safetensors");
  }
  fs::path FindingFile(std::size_t i) const {
    return corpus_.FindingDirectory(items_[i].finding) / "finding.json";
  }
  // Reads everything; expects `entries` and `findings` to be readable and nothing to be changed.
  std::vector<Damage> Scan(std::size_t entries, std::size_t findings) const {
    const auto before = Snapshot(corpus_.directory());
    std::vector<Damage> damage;
    EXPECT_EQ(corpus_.Entries(&damage).size(), entries);
    EXPECT_EQ(corpus_.Findings(&damage).size(), findings);
    EXPECT_EQ(corpus_.Entries(nullptr).size(), entries);
    EXPECT_EQ(corpus_.Findings(nullptr).size(), findings);
    EXPECT_EQ(Snapshot(corpus_.directory()), before);
    return damage;
  }

  samples::TemporaryDirectory directory_;
  std::vector<NewFinding> items_ = MakeFindings(0, 6);
  Corpus corpus_ = Corpus::OpenOrCreate(directory_.path(), kGenerator);
};

auto IsDamage(const fs::path& path, const std::string& reason) {
  return testing::AllOf(testing::Field(&Damage::path, path),
                        testing::Field(&Damage::reason, HasSubstr(reason)));
}

TEST_F(CorpusScanTest, DamagedEntriesAreNamedAndTheOthersReturned) {
  WriteFile(EntryFile(0), "");
  WriteFile(EntryFile(1), samples::ReadFile(EntryFile(1)).substr(0, 100));
  WriteFile(EntryFile(2), samples::ReadFile(EntryFile(3)));
  fs::remove(EntryFile(4));
  fs::create_directory(EntryFile(4));
  EXPECT_THAT(Scan(2, 6), testing::UnorderedElementsAre(IsDamage(EntryFile(0), "truncated"),
                                                        IsDamage(EntryFile(1), "truncated"),
                                                        IsDamage(EntryFile(2), "hash"),
                                                        IsDamage(EntryFile(4), "directory")));
}

TEST_F(CorpusScanTest, ForeignFilesAmongTheEntriesAreNamed) {
  const fs::path entries = corpus_.directory() / "entries";
  const fs::path shard = EntryFile(0).parent_path();
  WriteFile(entries / "README.txt", "hello");
  WriteFile(entries / "zz/file", "hello");
  WriteFile(shard / "notes.txt", "hello");
  WriteFile(shard / (items_[0].entry.Id() + ".safetensors.bak"), "hello");
  const fs::path misplaced =
      (shard.filename() == "00" ? entries / "01" : entries / "00") / EntryFile(0).filename();
  WriteFile(misplaced, samples::ReadFile(EntryFile(0)));
  EXPECT_THAT(Scan(6, 6),
              testing::UnorderedElementsAre(
                  IsDamage(entries / "README.txt", "does not belong"),
                  IsDamage(entries / "zz", "does not belong"),
                  IsDamage(shard / "notes.txt", "not an entry"),
                  IsDamage(shard / (items_[0].entry.Id() + ".safetensors.bak"), "not an entry"),
                  IsDamage(misplaced, "not an entry")));
}

TEST_F(CorpusScanTest, DamagedFindingsAreNamedAndTheOthersReturned) {
  WriteFile(FindingFile(0), "");
  WriteFile(FindingFile(1), samples::ReadFile(FindingFile(2)));
  fs::remove(FindingFile(3));
  const fs::path other_signature =
      corpus_.directory() / "findings/open/disagree-5-5" / items_[4].finding.Id() / "finding.json";
  WriteFile(other_signature, samples::ReadFile(FindingFile(4)));
  EXPECT_THAT(Scan(6, 3),
              testing::UnorderedElementsAre(IsDamage(FindingFile(0), "not a JSON object"),
                                            IsDamage(FindingFile(1), "holds finding"),
                                            IsDamage(FindingFile(3), "cannot open"),
                                            IsDamage(other_signature, "holds finding")));
}

TEST_F(CorpusScanTest, ForeignFilesAmongTheFindingsAreNamed) {
  const fs::path findings = corpus_.directory() / "findings";
  WriteFile(findings / "TODO", "x");
  WriteFile(findings / "closed/disagree-1-2/x", "x");
  WriteFile(findings / "open/quarrel-1-2/x", "x");
  WriteFile(findings / "open/disagree-0-7/notes.txt", "x");
  WriteFile(FindingFile(0).parent_path() / "minimised.png", "welcome");
  EXPECT_THAT(Scan(6, 6), testing::UnorderedElementsAre(
                              IsDamage(findings / "TODO", "incubating"),
                              IsDamage(findings / "closed", "incubating"),
                              IsDamage(findings / "open/quarrel-1-2", "signatures"),
                              IsDamage(findings / "open/disagree-0-7/notes.txt", "finding ids")));
}

TEST_F(CorpusScanTest, TemporaryAndHiddenFilesAreSkipped) {
  WriteFile(EntryFile(0).parent_path() / ".tmp-123-4", "half");
  WriteFile(corpus_.directory() / "entries/.gitkeep", "");
  WriteFile(corpus_.directory() / "findings/open/disagree-0-7/.tmp-123-5/finding.json", "{");
  EXPECT_TRUE(Scan(6, 6).empty());
}

TEST_F(CorpusScanTest, HitsAreSummedOverCampaigns) {
  corpus_.WriteCampaignFile("one", "hits.json", R"({"aaaa": 2, "bbbb": 18446744073709551000})");
  corpus_.WriteCampaignFile("two", "hits.json", R"({"aaaa": 40})");
  corpus_.WriteCampaignFile("three", "stats.json", "{}");
  std::vector<Damage> damage;
  EXPECT_EQ(corpus_.Hits(&damage),
            (std::map<std::string, std::uint64_t>{{"aaaa", 42}, {"bbbb", 18446744073709551000U}}));
  EXPECT_TRUE(damage.empty());
}

TEST_F(CorpusScanTest, DamagedHitsAreNamedAndLeftOut) {
  corpus_.WriteCampaignFile("good", "hits.json", R"({"aaaa": 2})");
  const char* bad[] = {"", "[1]", R"({"aaaa": -1})", R"({"aaaa": "2"})", R"({"aaaa": 2)"};
  for (std::size_t i = 0; i < std::size(bad); ++i)
    corpus_.WriteCampaignFile("bad" + std::to_string(i), "hits.json", bad[i]);
  std::vector<Damage> damage;
  EXPECT_EQ(corpus_.Hits(&damage), (std::map<std::string, std::uint64_t>{{"aaaa", 2}}));
  EXPECT_EQ(damage.size(), std::size(bad));
  EXPECT_EQ(corpus_.Hits(), corpus_.Hits(nullptr));
}

}  // namespace
}  // namespace latentfuzz
