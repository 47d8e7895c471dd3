#include "latentfuzz/corpus/corpus.h"

#include <gmock/gmock.h>

#include <limits>

#include "samples.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;
using samples::ErrorOf;
using samples::kGenerator;
using samples::MakeFinding;
using samples::MakeFindings;
using samples::Snapshot;
using samples::WriteFile;
using testing::HasSubstr;

class CorpusTest : public testing::Test {
 protected:
  std::vector<Damage> DamageOf() const {
    std::vector<Damage> damage;
    corpus_.Entries(&damage);
    corpus_.Findings(&damage);
    return damage;
  }

  samples::TemporaryDirectory directory_;
  Corpus corpus_ = Corpus::OpenOrCreate(directory_.path() / "corpus", kGenerator);
};

TEST_F(CorpusTest, WhatIsAddedIsRead) {
  const auto items = MakeFindings(0, 40);
  corpus_.Add(items);
  std::vector<Damage> damage;
  const auto entries = corpus_.Entries(&damage);
  const auto findings = corpus_.Findings(&damage);
  EXPECT_TRUE(damage.empty());
  ASSERT_EQ(entries.size(), 40U);
  ASSERT_EQ(findings.size(), 40U);
  EXPECT_TRUE(std::ranges::is_sorted(entries, {}, &Entry::Id));
  EXPECT_TRUE(std::ranges::is_sorted(
      findings, {}, [](const Finding& f) { return std::pair(f.signature, f.Id()); }));
  for (const NewFinding& item : items) {
    EXPECT_EQ(EncodeEntry(corpus_.ReadEntry(item.entry.Id())), EncodeEntry(item.entry));
    const fs::path folder = corpus_.FindingDirectory(item.finding);
    EXPECT_EQ(samples::ReadFile(folder / "finding.json"), EncodeFinding(item.finding));
    EXPECT_EQ(samples::ReadFile(folder / "image.png"), item.png);
  }
}

TEST_F(CorpusTest, TheLayoutIsTheDocumentedOne) {
  const NewFinding item = MakeFinding(2);
  corpus_.Add({&item, 1});
  const std::string id = item.entry.Id();
  const std::string folder = "findings/open/disagree-2-7/" + item.finding.Id() + "/";
  std::vector<std::string> names;
  for (const auto& [name, bytes] : Snapshot(corpus_.directory())) names.push_back(name);
  EXPECT_THAT(names, testing::UnorderedElementsAre(
                         "corpus.json", "entries/" + id.substr(0, 2) + "/" + id + ".safetensors",
                         folder + "finding.json", folder + "image.png"));
}

TEST_F(CorpusTest, SameFindingsSameBytesInWhateverBatches) {
  corpus_.Add(MakeFindings(0, 30));
  Corpus other = Corpus::OpenOrCreate(directory_.path() / "other", kGenerator);
  for (std::uint64_t n = 0; n < 30; n += 5) other.Add(MakeFindings(n, n + 5));
  EXPECT_EQ(Snapshot(corpus_.directory()), Snapshot(other.directory()));
}

TEST_F(CorpusTest, AddingAgainChangesNothing) {
  auto items = MakeFindings(0, 5);
  items.push_back(items.front());
  corpus_.Add(items);
  const auto before = Snapshot(corpus_.directory());
  for (NewFinding& item : items) {
    item.finding.divergence += 1;
    item.entry.campaign = "another";
    item.png += "other";
  }
  corpus_.Add(items);
  EXPECT_EQ(Snapshot(corpus_.directory()), before);
  EXPECT_EQ(corpus_.Findings(nullptr).size(), 5U);
}

TEST_F(CorpusTest, AFindingInAnotherStateIsNotAddedAgain) {
  const auto items = MakeFindings(0, 3);
  corpus_.Add(items);
  for (const FindingState state : {FindingState::kIncubating, FindingState::kRegression}) {
    const Finding& finding = items[static_cast<std::size_t>(state)].finding;
    Finding moved = finding;
    moved.state = state;
    const fs::path to = corpus_.FindingDirectory(moved);
    fs::create_directories(to.parent_path());
    fs::rename(corpus_.FindingDirectory(finding), to);
  }
  const auto before = Snapshot(corpus_.directory());
  corpus_.Add(items);
  EXPECT_EQ(Snapshot(corpus_.directory()), before);
  std::vector<FindingState> states;
  for (const Finding& finding : corpus_.Findings(nullptr)) {
    states.push_back(finding.state);
    EXPECT_TRUE(fs::exists(corpus_.FindingDirectory(finding) / "finding.json"));
  }
  EXPECT_THAT(states, testing::UnorderedElementsAre(FindingState::kOpen, FindingState::kIncubating,
                                                    FindingState::kRegression));
}

TEST_F(CorpusTest, TwoFindingsMayShareAnEntry) {
  auto items = MakeFindings(0, 2);
  items[1] = items[0];
  items[1].finding.target.candidate = std::string(64, '3');
  corpus_.Add(items);
  EXPECT_EQ(corpus_.Entries(nullptr).size(), 1U);
  EXPECT_EQ(corpus_.Findings(nullptr).size(), 2U);
}

TEST_F(CorpusTest, WithoutAPngThereIsNoImage) {
  NewFinding item = MakeFinding(0);
  item.png.clear();
  corpus_.Add({&item, 1});
  EXPECT_FALSE(fs::exists(corpus_.FindingDirectory(item.finding) / "image.png"));
  EXPECT_TRUE(DamageOf().empty());
}

TEST_F(CorpusTest, AnInconsistentFindingIsRefusedAndNothingOfTheBatchIsStored) {
  const auto break_it = [](const char* part, NewFinding& item) {
    const std::string text = part;
    if (text == "entry") item.finding.entry = MakeFinding(99).finding.entry;
    if (text == "generator") item.finding.target.generator = "other";
    if (text == "state") item.finding.state = FindingState::kRegression;
    if (text == "latent") {
      item.entry.latent[0] = std::numeric_limits<float>::infinity();
      item.finding.entry = item.entry.Id();
    }
  };
  const auto before = Snapshot(corpus_.directory());
  for (const char* part : {"entry", "generator", "state", "latent"}) {
    auto items = MakeFindings(0, 3);
    break_it(part, items[2]);
    const auto error = ErrorOf([&] { corpus_.Add(items); });
    ASSERT_TRUE(error) << part;
    EXPECT_EQ(error->kind(), ErrorKind::kData) << part;
    EXPECT_EQ(Snapshot(corpus_.directory()), before) << part;
  }
}

TEST_F(CorpusTest, AnEmptyBatchIsNothing) {
  const auto before = Snapshot(corpus_.directory());
  corpus_.Add({});
  EXPECT_EQ(Snapshot(corpus_.directory()), before);
}

TEST_F(CorpusTest, ReadEntrySaysWhatIsWrong) {
  const std::pair<std::string, ErrorKind> cases[] = {{"", ErrorKind::kData},
                                                     {"../../etc/passwd", ErrorKind::kData},
                                                     {std::string(64, 'A'), ErrorKind::kData},
                                                     {std::string(64, 'a'), ErrorKind::kIo}};
  for (const auto& [id, kind] : cases) {
    const auto error = ErrorOf([&] { corpus_.ReadEntry(id); });
    ASSERT_TRUE(error) << id;
    EXPECT_EQ(error->kind(), kind) << id;
  }
}

TEST_F(CorpusTest, CampaignFilesAreReplaced) {
  EXPECT_EQ(corpus_.ReadCampaignFile("c1", "state.cbor"), "");
  corpus_.WriteCampaignFile("c1", "state.cbor", std::string("\0one", 4));
  corpus_.WriteCampaignFile("c1", "state.cbor", std::string("\0two", 4));
  corpus_.WriteCampaignFile("c2", "state.cbor", "other");
  EXPECT_EQ(corpus_.ReadCampaignFile("c1", "state.cbor"), std::string("\0two", 4));
  EXPECT_EQ(corpus_.ReadCampaignFile("c2", "state.cbor"), "other");
}

TEST_F(CorpusTest, CampaignNamesCannotLeaveTheDirectory) {
  for (const char* bad : {"", ".", "..", "../x", "a/b", ".tmp-1-0"}) {
    for (const auto& [campaign, name] : {std::pair<std::string, std::string>(bad, "state"),
                                         std::pair<std::string, std::string>("c", bad)}) {
      const auto error = ErrorOf([&] { corpus_.WriteCampaignFile(campaign, name, "x"); });
      ASSERT_TRUE(error) << bad;
      EXPECT_EQ(error->kind(), ErrorKind::kUsage);
    }
  }
}

}  // namespace
}  // namespace latentfuzz
