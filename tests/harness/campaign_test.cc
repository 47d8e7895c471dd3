#include "latentfuzz/harness/campaign.h"

#include <gmock/gmock.h>

#include <atomic>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/toy_models.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::uint64_t kEvals = 400;

// Raises the flag after some batches.
class StopAfter : public CampaignObserver {
 public:
  explicit StopAfter(int batches) : left_(batches) {}
  void OnBatch(const Progress&) override {
    if (--left_ == 0) stop = true;
  }
  std::atomic<bool> stop = false;

 private:
  int left_;
};

// Files that must be equal, bit for bit, in two runs of one campaign: all but states (they hold
// times) and the cache.
std::map<std::string, std::string> Lasting(const fs::path& corpus) {
  auto files = samples::Snapshot(corpus);
  std::erase_if(files, [](const auto& file) {
    return file.first.starts_with("verdicts.sqlite") || file.first.ends_with("state.cbor");
  });
  return files;
}

// Passes everything on to a classifier, and fails for the `left`-th batch of `rows` images.
class FailsAt : public Classifier {
 public:
  explicit FailsAt(Classifier* model) : model_(model) {}
  ScoreBatch Predict(const ImageBatch& images) override {
    if (left > 0 && images.size() == rows && --left == 0)
      throw Error(ErrorKind::kSetup, "model: out of order", "mend it");
    return model_->Predict(images);
  }
  const ModelCard& card() const override { return model_->card(); }
  const EngineInfo& engine() const override { return model_->engine(); }
  const std::string& fingerprint() const override { return model_->fingerprint(); }
  const std::string& uri() const override { return model_->uri(); }

  std::size_t rows = 0;
  int left = 0;

 private:
  Classifier* model_;
};

// Sets the failure once the checks before a campaign are over.
class BreaksIt : public CampaignObserver {
 public:
  BreaksIt(FailsAt* model, std::size_t rows, int left) : model_(model), rows_(rows), left_(left) {}
  void OnStart(const CampaignStart&) override {
    model_->rows = rows_;
    model_->left = left_;
  }

 private:
  FailsAt* model_;
  std::size_t rows_;
  int left_;
};

// The model itself, which another one owns.
template <typename Model>
std::shared_ptr<Model> Shared(Model* model) {
  return {model, [](Model*) {}};
}

struct Case {
  const char* name;
  const char* strategy;
  Target (*make)(double gap);
};

class CampaignTest : public ::testing::TestWithParam<Case> {
 protected:
  CampaignOptions Options(const char* corpus, std::uint64_t evals = kEvals) {
    return toy::MakeOptions(directory_.path() / corpus, evals, GetParam().strategy);
  }
  samples::TemporaryDirectory directory_;
  Target target_ = GetParam().make(0.05);
};

TEST_P(CampaignTest, FindsAndStores) {
  const CampaignResult result = RunCampaign(Options("a"), target_);
  EXPECT_EQ(result.evaluations, kEvals);
  EXPECT_EQ(result.stop, StopReason::kBudget);
  ASSERT_GT(result.findings.size(), 3U);
  EXPECT_GE(result.triggers, result.findings.size() + result.near_copies);
  EXPECT_EQ(result.confirmed, result.findings.size());
  EXPECT_EQ(result.Signatures().size(), 1U);
  std::uint64_t hits = 0;
  for (const FindingSummary& finding : result.findings) {
    EXPECT_TRUE(fs::exists(finding.directory / "finding.json"));
    EXPECT_TRUE(fs::exists(finding.directory / "image.png"));
    hits += finding.hits;
  }
  EXPECT_EQ(hits, result.near_copies);
  EXPECT_TRUE(fs::exists(result.contact_sheet));
  std::uint64_t evals = 0;
  for (const auto& [name, yield] : result.mutators) evals += yield.evals;
  EXPECT_GE(evals, kEvals);
}

TEST_P(CampaignTest, TheSameTwiceIsTheSame) {
  RunCampaign(Options("a"), target_);
  RunCampaign(Options("b"), target_);
  EXPECT_EQ(Lasting(directory_.path() / "a"), Lasting(directory_.path() / "b"));
}

TEST_P(CampaignTest, AnotherSeedFindsOtherLatents) {
  CampaignOptions other = Options("b");
  other.seed = 2;
  RunCampaign(Options("a"), target_);
  RunCampaign(other, target_);
  EXPECT_NE(Lasting(directory_.path() / "a"), Lasting(directory_.path() / "b"));
}

TEST_P(CampaignTest, StoppedAndResumedEndsAsUninterrupted) {
  const CampaignResult whole = RunCampaign(Options("a"), target_);
  for (const int batches : {1, 4, 6}) {
    StopAfter observer(batches);
    const CampaignResult part = RunCampaign(Options("b"), target_, &observer, &observer.stop);
    EXPECT_EQ(part.stop, StopReason::kInterrupted);
    EXPECT_LT(part.evaluations, kEvals);
  }
  const CampaignResult resumed = RunCampaign(Options("b"), target_);
  EXPECT_EQ(Lasting(directory_.path() / "a"), Lasting(directory_.path() / "b"));
  EXPECT_EQ(resumed.evaluations, whole.evaluations);
  EXPECT_EQ(resumed.triggers, whole.triggers);
  EXPECT_EQ(resumed.near_copies, whole.near_copies);
  EXPECT_EQ(resumed.confirmations, whole.confirmations);
  EXPECT_EQ(resumed.campaign, whole.campaign);
  ASSERT_EQ(resumed.findings.size(), whole.findings.size());
  for (std::size_t i = 0; i < whole.findings.size(); ++i) {
    EXPECT_EQ(resumed.findings[i].id, whole.findings[i].id);
    EXPECT_EQ(resumed.findings[i].hits, whole.findings[i].hits);
  }
}

// What a kill leaves: findings of batches after the last checkpoint.
TEST_P(CampaignTest, FindingsAfterTheLastCheckpointAreFoundAgain) {
  RunCampaign(Options("a"), target_);
  StopAfter observer(3);
  RunCampaign(Options("b"), target_, &observer, &observer.stop);
  const fs::path campaigns = directory_.path() / "b" / "campaigns";
  fs::copy(campaigns, directory_.path() / "kept", fs::copy_options::recursive);
  StopAfter later(5);
  RunCampaign(Options("b"), target_, &later, &later.stop);
  fs::remove_all(campaigns);
  fs::rename(directory_.path() / "kept", campaigns);
  RunCampaign(Options("b"), target_);
  EXPECT_EQ(Lasting(directory_.path() / "a"), Lasting(directory_.path() / "b"));
}

// A model that gives out in the middle, such as a process that crashes or a server that goes down.
TEST_P(CampaignTest, AModelThatFailsLosesNothing) {
  const CampaignResult whole = RunCampaign(Options("a"), target_);
  const auto candidate = std::make_shared<FailsAt>(target_.search().candidate);
  const Target failing(Shared(target_.search().generator), Shared(target_.search().reference),
                       candidate);
  // In the search, and in a confirmation, which takes one image.
  for (const auto& [rows, left] : {std::pair(32U, 6), std::pair(1U, 2)}) {
    BreaksIt observer(candidate.get(), rows, left);
    const auto error = samples::ErrorOf([&] { RunCampaign(Options("b"), failing, &observer); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind(), ErrorKind::kSetup);
    EXPECT_THAT(std::string(error->what()), AllOf(HasSubstr("out of order\n  in evaluations "),
                                                  HasSubstr("what was found before is kept")));
    if (rows == 32 && GetParam().strategy == std::string("random")) {
      EXPECT_THAT(std::string(error->what()), HasSubstr("evaluations 160 to 191"));
    }
    EXPECT_EQ(error->hint(), "mend it");
    candidate->left = 0;
  }
  const CampaignResult resumed = RunCampaign(Options("b"), failing);
  EXPECT_EQ(resumed.findings.size(), whole.findings.size());
  EXPECT_EQ(Lasting(directory_.path() / "a"), Lasting(directory_.path() / "b"));
}

TEST_P(CampaignTest, ASpentBudgetIsNotSpentAgain) {
  RunCampaign(Options("a"), target_);
  const auto before = Lasting(directory_.path() / "a");
  EXPECT_EQ(RunCampaign(Options("a"), target_).evaluations, kEvals);
  EXPECT_EQ(Lasting(directory_.path() / "a"), before);
}

TEST_P(CampaignTest, ASecondCampaignKnowsTheFindingsOfTheFirst) {
  const CampaignResult first = RunCampaign(Options("a"), target_);
  CampaignOptions options = Options("a");
  options.seed = 2;
  const CampaignResult second = RunCampaign(options, target_);
  EXPECT_EQ(second.known_findings, first.findings.size());
  EXPECT_EQ(second.known_signatures, first.Signatures());
  std::vector<Damage> damage;
  const auto stored = Corpus::OpenExisting(directory_.path() / "a").Findings(&damage);
  EXPECT_EQ(stored.size(), first.findings.size() + second.findings.size());
}

TEST_P(CampaignTest, BudgetsSmallerThanABatch) {
  for (const std::uint64_t evals : {1U, 2U, 3U, 31U, 33U}) {
    const std::string corpus = "small-" + std::to_string(evals);
    EXPECT_EQ(RunCampaign(Options(corpus.c_str(), evals), target_).evaluations, evals);
  }
}

TEST_P(CampaignTest, StagnationStops) {
  CampaignOptions options = Options("a", 100000);
  options.radius = 100;  // one finding a signature
  options.stagnation = 300;
  const CampaignResult result = RunCampaign(options, target_);
  EXPECT_EQ(result.stop, StopReason::kStagnation);
  EXPECT_LT(result.evaluations, 1000U);
  EXPECT_EQ(result.findings.size(), 1U);
}

TEST_P(CampaignTest, TimeStops) {
  CampaignOptions options = Options("a");
  options.evals.reset();
  options.time.value = 0.05;
  EXPECT_EQ(RunCampaign(options, target_).stop, StopReason::kTime);
}

TEST_P(CampaignTest, ADamagedPictureIsToldAndStopsNothing) {
  const CampaignResult first = RunCampaign(Options("a"), target_);
  const fs::path picture = first.findings.front().directory / "image.png";
  samples::WriteFile(picture, "rotten");
  CampaignOptions options = Options("a");
  options.seed = 2;
  EXPECT_EQ(RunCampaign(options, target_).damaged, 1U);
  EXPECT_EQ(samples::ReadFile(picture), "rotten");
}

TEST_P(CampaignTest, ADamagedPictureTakesNoFindingOfAResumedCampaignAway) {
  const CampaignResult first = RunCampaign(Options("a"), target_);
  samples::WriteFile(first.findings.front().directory / "image.png", "rotten");
  const CampaignResult resumed = RunCampaign(Options("a"), target_);
  EXPECT_EQ(resumed.damaged, 1U);
  EXPECT_EQ(resumed.findings.size(), first.findings.size());
}

TEST_P(CampaignTest, ModelsThatNeverDifferHaveNoFinding) {
  const CampaignResult result = RunCampaign(Options("a"), GetParam().make(0));
  EXPECT_EQ(result.triggers, 0U);
  EXPECT_TRUE(result.findings.empty());
  EXPECT_TRUE(result.contact_sheet.empty());
}

TEST_P(CampaignTest, OptionsAreCheckedForTargetsMadeInCodeToo) {
  CampaignOptions options = Options("a");
  options.corpora.clear();
  const auto no_corpus = samples::ErrorOf([&] { RunCampaign(options, target_); });
  ASSERT_TRUE(no_corpus);
  EXPECT_EQ(no_corpus->kind(), ErrorKind::kUsage);
  options = Options("a");
  options.batch = 0;
  const auto no_batch = samples::ErrorOf([&] { RunCampaign(options, target_); });
  ASSERT_TRUE(no_batch);
  EXPECT_EQ(no_batch->kind(), ErrorKind::kUsage);
}

TEST_P(CampaignTest, ADamagedStateIsToldWithARemedy) {
  const CampaignResult result = RunCampaign(Options("a"), target_);
  const fs::path state = directory_.path() / "a" / "campaigns" / result.campaign / "state.cbor";
  for (const char* content : {"rotten", ""}) {
    samples::WriteFile(state, content);
    const auto error = samples::ErrorOf([&] { RunCampaign(Options("a"), target_); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind(), ErrorKind::kData);
    EXPECT_THAT(error->what(), HasSubstr("state.cbor"));
    EXPECT_EQ(samples::ReadFile(state), content);
  }
}

constexpr Case kCases[] = {{"random", "random", toy::MakePair},
                           {"diffgan", "diffgan", toy::MakePair},
                           {"boundary", "boundary", toy::MakePair},
                           {"map_elites", "map_elites", toy::MakePair},
                           {"latte", "latte", toy::MakePair},
                           {"random_walk", "random_walk", toy::MakePair},
                           {"map_elites_single", "map_elites", toy::MakeSingle},
                           {"random_single", "random", toy::MakeSingle},
                           {"diffgan_single", "diffgan", toy::MakeSingle}};
INSTANTIATE_TEST_SUITE_P(Strategies, CampaignTest, ::testing::ValuesIn(kCases),
                         [](const auto& named) { return std::string(named.param.name); });

}  // namespace
}  // namespace latentfuzz
