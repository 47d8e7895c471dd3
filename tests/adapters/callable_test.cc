#include "latentfuzz/adapters/callable.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ModelCard Card() {
  ModelCard card;
  card.image.shape = ImageShape{1, 1, 1};
  card.scores = ScoreKind::kProbabilities;
  card.classes = {"dark", "bright"};
  return card;
}

ScoreBatch Brightness(const ImageBatch& images) {
  ScoreBatch scores;
  scores.kind = ScoreKind::kProbabilities;
  scores.classes = 2;
  for (const float p : images.values) scores.values.insert(scores.values.end(), {1 - p, p});
  return scores;
}

ImageBatch TwoPixels() {
  ImageBatch images(2, {1, 1, 1});
  images.values = {0.25F, 1};
  return images;
}

TEST(Callable, PredictsThroughTheFunction) {
  const auto model = MakeCallableClassifier("brightness", "1", Card(), Brightness);
  const ScoreBatch scores = model->Predict(TwoPixels());
  EXPECT_THAT(scores.values, ElementsAre(0.75F, 0.25F, 0, 1));
  EXPECT_EQ(scores.kind, ScoreKind::kProbabilities);
  EXPECT_EQ(model->engine().engine, "callable");
  EXPECT_EQ(model->uri(), "callable:brightness");
}

TEST(Callable, FunctionSeesTheCardsPixels) {
  ModelCard card = Card();
  card.image.high = 255;
  std::vector<float> seen;
  MakeCallableClassifier("f", "1", card, [&](const ImageBatch& images) {
    seen = images.values;
    return Brightness(images);
  })->Predict(TwoPixels());
  EXPECT_THAT(seen, ElementsAre(63.75F, 255));
}

TEST(Callable, FingerprintFollowsNameVersionAndCard) {
  const auto print = [](const char* name, const char* version, const ModelCard& card) {
    return MakeCallableClassifier(name, version, card, Brightness)->fingerprint();
  };
  const std::string base = print("f", "1", Card());
  EXPECT_EQ(base.size(), 64U);
  EXPECT_EQ(base, print("f", "1", Card()));
  EXPECT_NE(base, print("g", "1", Card()));
  EXPECT_NE(base, print("f", "2", Card()));
  ModelCard other = Card();
  other.image.high = 255;
  EXPECT_NE(base, print("f", "1", other));
}

TEST(Callable, CardWithoutKindOrClassesIsAUsageError) {
  ModelCard no_kind = Card();
  no_kind.scores.reset();
  ModelCard no_classes = Card();
  no_classes.classes.clear();
  for (const ModelCard& card : {no_kind, no_classes}) {
    const Error error = Caught([&] { MakeCallableClassifier("f", "1", card, Brightness); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_THAT(error.what(), HasSubstr("callable classifier f"));
  }
}

TEST(Callable, WrongNumberOfRowsIsASetupError) {
  const auto model = MakeCallableClassifier(
      "f", "1", Card(), [](const ImageBatch& images) { return Brightness(images.Slice(0, 1)); });
  EXPECT_THAT(Caught([&] { model->Predict(TwoPixels()); }).what(),
              HasSubstr("callable:f: 2 images in"));
}

}  // namespace
}  // namespace latentfuzz
