#include "latentfuzz/harness/collector.h"

#include <gmock/gmock.h>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/toy_models.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;

// The reference always says class 0. The candidate says class 1 where the first pixel is bright,
// and, if it is `fickle`, only in batches of more than one image.
std::shared_ptr<Classifier> Candidate(bool fickle) {
  return toy::MakeFunction("candidate", [fickle](const ImageBatch& images) {
    ScoreBatch scores{ScoreKind::kLogits, 2, {}};
    for (std::size_t i = 0; i < images.size(); ++i) {
      const bool other = images.image(i)[0] > 0.5F && !(fickle && images.size() == 1);
      scores.values.insert(scores.values.end(), {other ? 0.0F : 3.0F, other ? 3.0F : 0.0F});
    }
    return scores;
  });
}

std::shared_ptr<Classifier> AlwaysFirst() {
  return toy::MakeFunction("reference", [](const ImageBatch& images) {
    ScoreBatch scores{ScoreKind::kLogits, 2, {}};
    for (std::size_t i = 0; i < images.size(); ++i) {
      scores.values.insert(scores.values.end(), {3, 0});
    }
    return scores;
  });
}

class CollectorTest : public ::testing::Test {
 protected:
  explicit CollectorTest(bool fickle = false)
      : target_(toy::MakeGenerator(), AlwaysFirst(), Candidate(fickle)) {}

  Collector MakeCollector(double radius = 0.1) {
    return {&corpus_, target_, {"campaign", target_.Identity(), 3, 8}, 1e-6, radius};
  }

  // Latents whose first gene is as given; batch size 8 as a campaign would use.
  std::vector<Outcome> Collect(Collector* collector, const std::vector<float>& genes) {
    proposal_ = {};
    proposal_.latents.dim = 2;
    for (const float gene : genes) {
      proposal_.latents.Append(std::vector<float>{gene, 0}, kNoLabel);
      Provenance& provenance = proposal_.provenance.emplace_back();
      provenance.mutators = {"pcn"};
      provenance.parents[0] = parent_;
    }
    proposal_.expected = expected_;
    batch_ = Evaluator(target_.search(), 8).Evaluate(proposal_.latents, expected_);
    const auto judgements = MakeOracle(target_.oracle(), 1e-6)->Judge(batch_);
    auto outcomes = collector->Collect(proposal_, batch_, judgements, &state_);
    collector->Store();
    state_.evaluations += genes.size();
    return outcomes;
  }

  samples::TemporaryDirectory directory_;
  Target target_;
  Corpus corpus_ = Corpus::OpenOrCreate(directory_.path() / "c", std::string(64, '7'));
  CampaignState state_;
  Proposal proposal_;
  EvaluatedBatch batch_;
  std::vector<int> expected_;
  std::uint64_t parent_ = Provenance::kNoParent;
};

// The candidate alone, held against expected labels.
class SingleCollectorTest : public CollectorTest {
 protected:
  SingleCollectorTest() { target_ = Target(toy::MakeGenerator(), Candidate(false)); }
};

class FickleCollectorTest : public CollectorTest {
 protected:
  FickleCollectorTest() : CollectorTest(true) {}
};

TEST_F(CollectorTest, StoresWhatIsNewAndCountsNearCopiesOnce) {
  Collector collector = MakeCollector();
  // -1 agrees; 1 is new; 1 and 1.01 are near-copies of it; 3 is new.
  const auto outcomes = Collect(&collector, {-1, 1, 1, 1.01F, 3});
  EXPECT_EQ(state_.triggers, 4U);
  EXPECT_EQ(state_.near_copies, 2U);
  EXPECT_EQ(state_.confirmations, 2U);
  EXPECT_EQ(state_.confirmed, 2U);
  ASSERT_EQ(state_.found.size(), 2U);
  EXPECT_EQ(state_.found[0].hits, 2U);
  EXPECT_EQ(state_.found[1].hits, 0U);
  EXPECT_EQ(corpus_.Findings(nullptr).size(), 2U);
  EXPECT_EQ(corpus_.Entries(nullptr).size(), 2U);
  std::vector<bool> findings, fresh;
  for (const Outcome& outcome : outcomes) {
    findings.push_back(outcome.finding);
    fresh.push_back(outcome.new_signature);
  }
  EXPECT_THAT(findings, ElementsAre(false, true, false, false, true));
  EXPECT_THAT(fresh, ElementsAre(false, true, false, false, false));
  EXPECT_EQ(outcomes[0].verdict, Verdict::kAgree);
  EXPECT_EQ(outcomes[1].verdict, Verdict::kDisagree);
}

TEST_F(CollectorTest, WaitingFindingsAreHitToo) {
  Collector collector = MakeCollector();
  Collect(&collector, {1, 3});
  for (const float gene : {1.01F, 3.01F, 5.0F, 5.01F}) {
    LatentBatch latent;
    latent.Append(std::vector<float>{gene, 0}, kNoLabel);
    const EvaluatedBatch batch = Evaluator(target_.search(), 8).Evaluate(latent);
    const auto judgements = MakeOracle(target_.oracle(), 1e-6)->Judge(batch);
    collector.Collect({latent, {Provenance{}}}, batch, judgements, &state_);
    ++state_.evaluations;
  }
  ASSERT_EQ(state_.found.size(), 3U);
  EXPECT_EQ(corpus_.Findings(nullptr).size(), 2U) << "the third waits";
  for (const FoundRecord& record : state_.found) EXPECT_EQ(record.hits, 1U);
  const auto stored = collector.Store();
  ASSERT_EQ(stored.size(), 1U);
  EXPECT_EQ(stored[0].summary.id, state_.found[2].id);
  EXPECT_EQ(corpus_.Findings(nullptr).size(), 3U);
  EXPECT_TRUE(collector.Store().empty());
}

TEST_F(CollectorTest, NearCopiesOfEarlierBatchesAreHits) {
  Collector collector = MakeCollector();
  Collect(&collector, {1});
  Collect(&collector, {1.01F, 1.02F});
  ASSERT_EQ(state_.found.size(), 1U);
  EXPECT_EQ(state_.found[0].hits, 2U);
  EXPECT_EQ(state_.near_copies, 2U);
}

TEST_F(CollectorTest, RecordsWhatIsNeededToRunItAgain) {
  Collector collector = MakeCollector();
  Collect(&collector, {-1, 1});
  const Finding finding = corpus_.Findings(nullptr).at(0);
  const Entry entry = corpus_.ReadEntry(finding.entry);
  EXPECT_THAT(entry.latent, ElementsAre(1, 0));
  EXPECT_EQ(entry.seed, 3U);
  EXPECT_EQ(entry.campaign, "campaign");
  EXPECT_EQ(entry.evaluation, 1U);
  EXPECT_THAT(entry.mutators, ElementsAre("pcn"));
  EXPECT_EQ(finding.signature.ToString(), "disagree-0-1");
  EXPECT_EQ(finding.target, target_.Identity());
  EXPECT_EQ(finding.search_batch, 8U);
  EXPECT_EQ(finding.confirm_batch, 1U);
  EXPECT_EQ(finding.reference.label_name, "class 0");
  EXPECT_EQ(finding.candidate.label_name, "class 1");
  EXPECT_THAT(finding.candidate.scores, ElementsAre(0, 3));
  EXPECT_NEAR(finding.candidate.confidence, 1 / (1 + std::exp(-3.0)), 1e-6);
  EXPECT_EQ(finding.generator_uri, "toy:generator");
  EXPECT_EQ(finding.generator_engine, target_.shipped().generator->engine());
  EXPECT_EQ(finding.candidate.engine, target_.shipped().candidate->engine());
}

TEST_F(SingleCollectorTest, KeepsTheExpectedLabel) {
  Collector collector = MakeCollector();
  expected_ = {0, 0, 1, kNoLabel};
  const auto outcomes = Collect(&collector, {-1, 1, 2, 3});  // the candidate says 0, 1, 1, 1
  EXPECT_EQ(outcomes[1].signature.ToString(), "wrong_label-0-1");
  EXPECT_EQ(outcomes[2].verdict, Verdict::kAgree);
  EXPECT_EQ(outcomes[3].signature.ToString(), "agree-x-1");
  EXPECT_EQ(state_.triggers, 1U);
  EXPECT_EQ(state_.unjudged, 1U);
  const Finding finding = corpus_.Findings(nullptr).at(0);
  EXPECT_EQ(corpus_.ReadEntry(finding.entry).expected, 0);
  EXPECT_EQ(finding.target.reference, "");
  EXPECT_EQ(finding.target.oracle, "wrong_label");
  EXPECT_EQ(finding.reference.label, 0);
  EXPECT_EQ(finding.reference.label_name, "class 0");
  EXPECT_EQ(finding.reference.confidence, 1);
  EXPECT_EQ(finding.reference.uri, "");
  EXPECT_THAT(finding.reference.scores, ElementsAre());
  EXPECT_EQ(finding.candidate.label_name, "class 1");
  const FindingSummary summary = Summarize(finding, "folder");
  EXPECT_TRUE(summary.single);
  EXPECT_EQ(summary.reference_name, "class 0");
}

TEST_F(CollectorTest, ExpectedLabelsOfAPairAreKeptToo) {
  Collector collector = MakeCollector();
  expected_ = {1};
  Collect(&collector, {1});
  const Finding finding = corpus_.Findings(nullptr).at(0);
  EXPECT_EQ(finding.signature.ToString(), "disagree-0-1");
  EXPECT_EQ(corpus_.ReadEntry(finding.entry).expected, 1);
  EXPECT_FALSE(Summarize(finding, "folder").single);
}

TEST_F(CollectorTest, ParentsAreNamedByEntryWhereTheyAreStored) {
  Collector collector = MakeCollector();
  Collect(&collector, {1});  // evaluation 0 is stored
  parent_ = 0;
  Collect(&collector, {3});
  parent_ = 17;  // never stored
  Collect(&collector, {-1, 2});
  std::map<std::uint64_t, std::vector<std::string>> parents;
  for (const Entry& entry : corpus_.Entries(nullptr)) parents[entry.evaluation] = entry.parents;
  EXPECT_THAT(parents.at(1), ElementsAre(state_.found[0].entry));
  EXPECT_THAT(parents.at(3), ElementsAre("eval:17"));
}

TEST_F(CollectorTest, RestoredFindingsHaveNearCopies) {
  {
    Collector collector = MakeCollector();
    Collect(&collector, {1, 3});
  }
  // One is of this campaign, the other was there before it.
  Collector collector = MakeCollector();
  const CampaignState before = state_;
  state_.found.resize(1);
  for (const Finding& finding : corpus_.Findings(nullptr)) {
    if (finding.Id() == before.found[0].id) {
      collector.RestoreOwn(finding, state_, 0);
    } else {
      collector.RestoreKnown(finding);
    }
  }
  EXPECT_EQ(collector.found().size(), 1U);
  Collect(&collector, {1, 3, 3});
  EXPECT_EQ(state_.found.at(0).hits, 1U);
  EXPECT_EQ(state_.known_hits.at(before.found[1].id), 2U);
  EXPECT_EQ(corpus_.Findings(nullptr).size(), 2U);
}

TEST_F(CollectorTest, RestoreNamesAMissingPicture) {
  Collector collector = MakeCollector();
  Collect(&collector, {1});
  const Finding finding = corpus_.Findings(nullptr).at(0);
  std::filesystem::remove(corpus_.FindingDirectory(finding) / "image.png");
  const auto error = samples::ErrorOf([&] { MakeCollector().RestoreKnown(finding); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->what(), ::testing::HasSubstr("image.png"));
}

TEST_F(FickleCollectorTest, WhatIsNotConfirmedIsNotStored) {
  Collector collector = MakeCollector();
  const auto outcomes = Collect(&collector, {1, 3});
  EXPECT_EQ(state_.triggers, 2U);
  EXPECT_EQ(state_.confirmations, 2U);
  EXPECT_EQ(state_.confirmed, 0U);
  EXPECT_TRUE(state_.found.empty());
  EXPECT_TRUE(corpus_.Findings(nullptr).empty());
  EXPECT_TRUE(corpus_.Entries(nullptr).empty());
  EXPECT_FALSE(outcomes[0].finding);
  EXPECT_EQ(outcomes[0].verdict, Verdict::kDisagree);
}

}  // namespace
}  // namespace latentfuzz
