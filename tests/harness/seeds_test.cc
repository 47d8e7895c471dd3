#include "latentfuzz/harness/seeds.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/harness/campaign.h"
#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/script_models.h"
#include "latentfuzz/tests/harness/toy_models.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

class SeedsTest : public ::testing::Test {
 protected:
  std::vector<Corpus> Open(std::vector<std::string> paths) {
    CampaignOptions options;
    for (std::string& path : paths) options.corpora.push_back((directory_.path() / path).string());
    return OpenCorpora(options, std::string(64, '7'));
  }
  CampaignResult Fill(const char* corpus, std::uint64_t seed) {
    CampaignOptions options = toy::MakeOptions(directory_.path() / corpus, 300);
    options.seed = seed;
    return RunCampaign(options, toy::MakePair(0.05));
  }
  samples::TemporaryDirectory directory_;
  std::shared_ptr<Generator> generator_ = toy::MakeGenerator();
};

TEST_F(SeedsTest, OnlyTheFirstCorpusIsCreated) {
  EXPECT_EQ(Open({"a"}).size(), 1U);
  EXPECT_TRUE(fs::exists(directory_.path() / "a"));
  const auto error = samples::ErrorOf([&] { Open({"a", "b"}); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kIo);
}

TEST_F(SeedsTest, AFileIsNoCorpus) {
  samples::WriteFile(directory_.path() / "file", "x");
  const auto error = samples::ErrorOf([&] { Open({"file"}); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kUsage);
}

TEST_F(SeedsTest, EntriesOfAllCorporaOnce) {
  const auto first = Fill("a", 1), second = Fill("b", 2);
  ASSERT_FALSE(first.findings.empty());
  ASSERT_FALSE(second.findings.empty());
  const auto corpora = Open({"a", "b", "a"});
  const auto ids = ListSeedEntries(corpora, nullptr);
  EXPECT_EQ(ids.size(), first.findings.size() + second.findings.size());
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
  std::vector<Damage> damage;
  const SeedPool pool = CollectSeeds(corpora, ids, generator_.get(), nullptr, 8, &damage);
  EXPECT_EQ(pool.from_corpus, ids.size());
  EXPECT_EQ(pool.latents.front().origin, "corpus:" + ids.front());
  EXPECT_EQ(pool.latents.front().latent.size(), 2U);
  EXPECT_TRUE(damage.empty());
}

TEST_F(SeedsTest, AnEntryThatHasGoneIsDamage) {
  const auto corpora = Open({"a"});
  std::vector<Damage> damage;
  const std::string gone(64, 'a');
  EXPECT_TRUE(CollectSeeds(corpora, {gone}, generator_.get(), nullptr, 8, &damage).latents.empty());
  ASSERT_EQ(damage.size(), 1U);
  EXPECT_THAT(damage[0].reason, ::testing::HasSubstr(gone));
}

TEST_F(SeedsTest, RealImagesAreEncodedInOrder) {
  toy::WriteGenerator(directory_.path() / "g.pt");
  const auto encoder = OpenGenerator((directory_.path() / "g.pt").string());
  LabelledImages real;
  real.images = ImageBatch(3, toy::kShape);
  real.labels = {1, 0, 1};
  real.images.image(2)[0] = 0.75F;  // z = 2
  std::vector<Damage> damage;
  const SeedPool pool = CollectSeeds({}, {}, encoder.get(), &real, 2, &damage);
  ASSERT_EQ(pool.latents.size(), 3U);
  EXPECT_EQ(pool.from_corpus, 0U);
  EXPECT_THAT(pool.latents[2].latent, ElementsAre(2, -4));
  EXPECT_EQ(pool.latents[2].label, 1);
  EXPECT_EQ(pool.latents[2].origin, "encoded:2");
}

TEST_F(SeedsTest, RadiusComesFromOptionsThenCardThenMeasurement) {
  CampaignOptions options;
  const double measured = ChooseRadius(options, generator_.get(), nullptr);
  EXPECT_GT(measured, 0);
  LabelledImages real;
  real.images = ImageBatch(2, toy::kShape);
  real.images.image(1)[0] = 1;
  real.labels = {0, 0};
  EXPECT_DOUBLE_EQ(ChooseRadius(options, generator_.get(), &real), 0.5);
  toy::WriteGenerator(directory_.path() / "g.pt");
  const auto with_card = OpenGenerator((directory_.path() / "g.pt").string());
  EXPECT_EQ(ChooseRadius(options, with_card.get(), &real), 0.1);
  options.radius = 3;
  EXPECT_EQ(ChooseRadius(options, with_card.get(), &real), 3);
}

TEST_F(SeedsTest, RadiusIsMeasuredOnTheFirstTwoThousandImages) {
  LabelledImages real;
  real.images = ImageBatch(2500, toy::kShape);
  for (int i = 0; i < 2500; ++i) real.labels.push_back(i < 2000 ? i : 5);
  real.labels[6] = 5;  // images 5 and 6 are the only ones of a class among the first 2000
  real.images.image(6)[0] = 1;
  EXPECT_DOUBLE_EQ(ChooseRadius({}, generator_.get(), &real), 0.5);
}

TEST(SpaceOf, FollowsTheCard) {
  ModelCard card;
  card.latent_size = 5;
  card.prior = LatentPrior::kUniform;
  card.latent_low = -2;
  card.latent_high = 3;
  card.latent_classes = {"a", "b"};
  const LatentSpace space = SpaceOf(card);
  EXPECT_EQ(space.size, 5U);
  EXPECT_EQ(space.prior, Prior::kUniform);
  EXPECT_EQ(space.low, -2);
  EXPECT_EQ(space.high, 3);
  EXPECT_EQ(space.classes, 2U);
}

}  // namespace
}  // namespace latentfuzz
