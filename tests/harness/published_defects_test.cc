// Defects of the published artefact of DiffGAN (arXiv 2410.19794) that LatentFuzz must not have.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/harness/campaign.h"
#include "latentfuzz/harness/disagreement_oracle.h"
#include "latentfuzz/harness/evaluator.h"
#include "latentfuzz/harness/near_copies.h"
#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/toy_models.h"

namespace latentfuzz {
namespace {

class PublishedDefects : public ::testing::Test {
 protected:
  CampaignResult Run(const char* corpus, std::uint64_t evals = 500) {
    return RunCampaign(toy::MakeOptions(directory_.path() / corpus, evals, "diffgan"), target_);
  }
  Corpus Open(const char* corpus) { return Corpus::OpenExisting(directory_.path() / corpus); }

  samples::TemporaryDirectory directory_;
  Target target_ = toy::MakePair(0.05);
};

// The artefact saved an image normalised in another way than the one it had classified.
TEST_F(PublishedDefects, SavedImageIsTheClassifiedImage) {
  Run("c");
  const Corpus corpus = Open("c");
  const auto findings = corpus.Findings(nullptr);
  ASSERT_FALSE(findings.empty());
  for (const Finding& finding : findings) {
    LatentBatch latent;
    latent.Append(corpus.ReadEntry(finding.entry).latent, kNoLabel);
    const EvaluatedBatch seen = Evaluator(target_.shipped(), 1).Evaluate(latent);
    ImageShape shape;
    EXPECT_EQ(ReadPng(corpus.FindingDirectory(finding) / "image.png", &shape),
              ToBytes(seen.images.image(0)));
    EXPECT_EQ(shape, toy::kShape);
  }
}

// The artefact did not save the latents of what it found.
TEST_F(PublishedDefects, LatentsAreStoredAndFailAgain) {
  Run("c");
  const Corpus corpus = Open("c");
  for (const Finding& finding : corpus.Findings(nullptr)) {
    LatentBatch latent;
    latent.Append(corpus.ReadEntry(finding.entry).latent, kNoLabel);
    const EvaluatedBatch seen = Evaluator(target_.shipped(), 1).Evaluate(latent);
    EXPECT_EQ(seen.reference.values, finding.reference.scores);
    EXPECT_EQ(seen.candidate.values, finding.candidate.scores);
    EXPECT_EQ(DisagreementOracle(finding.noise_floor).Judge(seen)[0].signature, finding.signature);
  }
}

// The artefact had no seed, and the clock as its only budget.
TEST_F(PublishedDefects, SeedAndEvaluationBudgetDecideTheResult) {
  const CampaignResult a = Run("a");
  const CampaignResult b = Run("b");
  EXPECT_EQ(a.evaluations, 500U);
  EXPECT_EQ(b.evaluations, 500U);
  ASSERT_FALSE(a.findings.empty());
  ASSERT_EQ(a.findings.size(), b.findings.size());
  for (std::size_t i = 0; i < a.findings.size(); ++i) EXPECT_EQ(a.findings[i].id, b.findings[i].id);
  EXPECT_EQ(a.triggers, b.triggers);
}

// Thousands of the artefact's finds were of a few pairs of labels.
TEST_F(PublishedDefects, SignaturesStandBesideCounts) {
  const CampaignResult result = Run("c");
  const auto json = nlohmann::json::parse(StatsJson(result, 0));
  EXPECT_GT(json.at("triggers"), json.at("findings"));
  EXPECT_GT(json.at("findings"), json.at("signatures"));
  EXPECT_EQ(json.at("signatures"), 1);
  EXPECT_GT(json.at("near_copies"), 0);
}

// The artefact compared every latent with every other to find duplicates.
TEST_F(PublishedDefects, ExactDuplicatesAreNearCopiesEvenAtRadiusZero) {
  NearCopyIndex index(0);
  const Signature signature{Verdict::kDisagree, 0, 1};
  index.Add(signature, "first", std::vector<std::uint8_t>(16, 9));
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(index.Find(signature, std::vector<std::uint8_t>(16, 9)), "first");
  }
  EXPECT_EQ(index.size(), 1U);
}

}  // namespace
}  // namespace latentfuzz
