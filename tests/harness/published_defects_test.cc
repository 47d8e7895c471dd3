// Defects of the published artefact of DiffGAN (arXiv 2410.19794) that LatentFuzz must not have.
// Each check is turned on a variant that has the defect too, and must tell. Two have their checks
// elsewhere: diversity by absolute value in geometric_diversity_test.cc, duplicates within a
// generation in nsga2_test.cc.
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/harness/campaign.h"
#include "latentfuzz/harness/disagreement_oracle.h"
#include "latentfuzz/harness/evaluator.h"
#include "latentfuzz/harness/geometric_diversity.h"
#include "latentfuzz/harness/near_copies.h"
#include "latentfuzz/strategies/domain.h"
#include "latentfuzz/strategies/prior.h"
#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/toy_models.h"

namespace latentfuzz {
namespace {

std::vector<std::string> Ids(const CampaignResult& result) {
  std::vector<std::string> ids;
  for (const FindingSummary& finding : result.findings) ids.push_back(finding.id);
  return ids;
}

class PublishedDefects : public ::testing::Test {
 protected:
  CampaignResult Run(const char* corpus, std::uint64_t evals = 500) {
    return RunCampaign(toy::MakeOptions(directory_.path() / corpus, evals, "diffgan"), target_);
  }
  // Whether the latent gives the scores and the signature of the finding.
  bool FailsAgain(const Finding& finding, const std::vector<float>& latent) const {
    LatentBatch batch;
    batch.Append(latent, kNoLabel);
    const EvaluatedBatch seen = Evaluator(target_.shipped(), 1).Evaluate(batch);
    const auto judgement = DisagreementOracle(finding.noise_floor).Judge(seen)[0];
    return seen.reference.values == finding.reference.scores &&
           seen.candidate.values == finding.candidate.scores &&
           judgement.signature == finding.signature;
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
  const auto stretched = [](std::vector<float> pixels) {
    const auto [least, most] = std::ranges::minmax(pixels);
    for (float& each : pixels) each = (each - least) / (most - least);
    return pixels;
  };
  for (const Finding& finding : findings) {
    LatentBatch latent;
    latent.Append(corpus.ReadEntry(finding.entry).latent, kNoLabel);
    const EvaluatedBatch seen = Evaluator(target_.shipped(), 1).Evaluate(latent);
    ImageShape shape;
    const auto saved = ReadPng(corpus.FindingDirectory(finding) / "image.png", &shape);
    EXPECT_EQ(shape, toy::kShape);
    const std::span<const float> classified = seen.images.image(0);
    EXPECT_EQ(saved, ToBytes(classified));
    EXPECT_NE(ToBytes(stretched({classified.begin(), classified.end()})), ToBytes(classified));
  }
}

// The artefact did not save the latents of what it found.
TEST_F(PublishedDefects, LatentsAreStoredAndFailAgain) {
  Run("c");
  const Corpus corpus = Open("c");
  const auto findings = corpus.Findings(nullptr);
  ASSERT_FALSE(findings.empty());
  const LatentSpace space{.size = 2};
  for (std::size_t i = 0; i < findings.size(); ++i) {
    EXPECT_TRUE(FailsAgain(findings[i], corpus.ReadEntry(findings[i].entry).latent));
    // Without the latent all that can be done is to draw another one.
    std::vector<float> other(space.size);
    Rng rng(1, StreamPurpose::kTest, i);
    DrawPrior(space, rng, other);
    EXPECT_FALSE(FailsAgain(findings[i], other));
  }
}

// The artefact had no seed, and the clock as its only budget.
TEST_F(PublishedDefects, SeedAndEvaluationBudgetDecideTheResult) {
  const CampaignResult a = Run("a");
  const CampaignResult b = Run("b");
  EXPECT_EQ(a.evaluations, 500U);
  EXPECT_EQ(b.evaluations, 500U);
  ASSERT_FALSE(a.findings.empty());
  EXPECT_EQ(Ids(a), Ids(b));
  EXPECT_EQ(a.triggers, b.triggers);

  // Streams that are seeded anew each time.
  CampaignOptions unseeded = toy::MakeOptions(directory_.path() / "c", 500, "diffgan");
  unseeded.seed = 2;
  EXPECT_NE(Ids(RunCampaign(unseeded, target_)), Ids(a));
}

// The artefact searched a box of norm 5.8 where its generator was trained at norm 10.
TEST_F(PublishedDefects, LatentsLieWhereTheGeneratorWasTrained) {
  const auto typical = [](const char* preset) {
    const LatentSpace space{.size = 100};
    const auto strategy = MakeStrategy(
        {.name = "diffgan", .preset = preset, .population = 50, .offspring = 50}, {.space = space});
    const Proposal proposal = strategy->Ask(50);
    std::size_t count = 0;
    for (std::size_t i = 0; i < proposal.latents.size(); ++i) {
      count += Domain::Typical(space).Contains(proposal.latents.row(i)) ? 1U : 0U;
    }
    return count;
  };
  EXPECT_GE(typical("sound"), 48U);  // 99.8 % of the draws
  EXPECT_EQ(typical("paper"), 0U);   // the box, to the letter
}

// Thousands of the artefact's finds were of a few pairs of labels.
TEST_F(PublishedDefects, SignaturesStandBesideCounts) {
  const CampaignResult result = Run("c");
  const auto json = nlohmann::json::parse(StatsJson(result, 0));
  EXPECT_GT(json.at("triggers"), json.at("findings"));
  EXPECT_GT(json.at("findings"), json.at("signatures"));
  EXPECT_EQ(json.at("signatures"), 1);
  EXPECT_GT(json.at("near_copies"), 0);
  EXPECT_LT(2 * result.findings.size(), result.triggers);
  EXPECT_EQ(result.geometric_diversity, GeometricDiversity(result.findings));

  // Where only exact copies count as such, nearly every trigger is a find.
  CampaignOptions raw = toy::MakeOptions(directory_.path() / "raw", 500, "diffgan");
  raw.radius = 0;
  const CampaignResult counted = RunCampaign(raw, target_);
  EXPECT_GE(2 * counted.findings.size(), counted.triggers);
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
  EXPECT_FALSE(index.Find(signature, std::vector<std::uint8_t>(16, 8)));
}

}  // namespace
}  // namespace latentfuzz
