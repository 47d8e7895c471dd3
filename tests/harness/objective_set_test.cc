#include "latentfuzz/harness/objective_set.h"

#include <gmock/gmock.h>

#include <numeric>

#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/toy_models.h"

namespace latentfuzz {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

const std::vector<std::string> kNames = {"candidate_margin", "diversity"};

// Two images at a right angle; the first is a trigger.
struct Batch {
  EvaluatedBatch images{ImageBatch(2, toy::kShape), {}, {}, {}};
  std::vector<Judgement> judgements{2};

  Batch() {
    images.images.image(0)[0] = images.images.image(1)[1] = 1;
    judgements[0].signature.verdict = Verdict::kDisagree;
    judgements[0].candidate_margin = 0.25;
    judgements[1].candidate_margin = 0.75;
  }
};

TEST(ObjectiveSet, LearnsTriggersBeforeItScoresRowByRow) {
  const Batch batch;
  ObjectiveSet objectives(kNames, nullptr);
  EXPECT_THAT(objectives.LearnAndScore(batch.images, batch.judgements),
              ElementsAre(0.25, DoubleNear(1, 1e-6), 0.75, DoubleNear(0, 1e-6)));
}

TEST(ObjectiveSet, IsShownTheRealImages) {
  Batch batch;
  batch.judgements[0].signature.verdict = Verdict::kAgree;
  const ImageBatch real = batch.images.images.Slice(1, 1);
  ObjectiveSet objectives(kNames, &real);
  EXPECT_THAT(objectives.LearnAndScore(batch.images, batch.judgements),
              ElementsAre(0.25, DoubleNear(0, 1e-6), 0.75, DoubleNear(1, 1e-6)));
}

// Gives the sum of the pixels and 0: in this space all images lie in one direction.
std::shared_ptr<Classifier> Sums(int* calls) {
  return toy::MakeFunction("sums", [calls](const ImageBatch& images) {
    ++*calls;
    ScoreBatch scores{ScoreKind::kLogits, 2, {}};
    for (std::size_t i = 0; i < images.size(); ++i) {
      const auto image = images.image(i);
      scores.values.insert(scores.values.end(),
                           {std::accumulate(image.begin(), image.end(), 0.0F), 0});
    }
    return scores;
  });
}

TEST(ObjectiveSet, ImagesAreComparedByTheirFeatures) {
  const Batch batch;
  const ImageBatch real = batch.images.images;
  int calls = 0;
  ObjectiveSet objectives(kNames, &real, Features(Sums(&calls), 1));
  EXPECT_EQ(calls, 2);  // one image at a time
  EXPECT_THAT(objectives.LearnAndScore(batch.images, batch.judgements),
              ElementsAre(0.25, DoubleNear(1, 1e-6), 0.75, DoubleNear(1, 1e-6)));
}

TEST(ObjectiveSet, FeaturesAreNotComputedWhereNothingIsCompared) {
  const Batch batch;
  int calls = 0;
  ObjectiveSet objectives(std::vector<std::string>{"margin"}, &batch.images.images,
                          Features(Sums(&calls), 8));
  objectives.LearnAndScore(batch.images, batch.judgements);
  EXPECT_EQ(calls, 0);
}

TEST(ObjectiveSet, SavedAndLoadedGoesOnAlike) {
  Batch batch;
  ObjectiveSet first(kNames, nullptr), second(kNames, nullptr);
  first.LearnAndScore(batch.images, batch.judgements);
  second.Load(first.Save());
  batch.judgements[0].signature.verdict = Verdict::kAgree;
  EXPECT_EQ(second.LearnAndScore(batch.images, batch.judgements),
            first.LearnAndScore(batch.images, batch.judgements));
}

TEST(ObjectiveSet, OfNoObjectivesHasNoColumns) {
  const Batch batch;
  EXPECT_TRUE(ObjectiveSet({}, nullptr).LearnAndScore(batch.images, batch.judgements).empty());
}

TEST(ObjectiveSet, UnknownNamesAreRefused) {
  const std::vector<std::string> names = {"beauty"};
  EXPECT_TRUE(samples::ErrorOf([&] { ObjectiveSet(names, nullptr); }));
}

}  // namespace
}  // namespace latentfuzz
