#include "latentfuzz/adapters/batching.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

std::vector<std::pair<std::size_t, std::size_t>> Parts(std::size_t rows, int batch) {
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  ForEachPart(rows, batch,
              [&](std::size_t begin, std::size_t count) { parts.emplace_back(begin, count); });
  return parts;
}

TEST(Batching, PartsCoverEveryRowOnce) {
  EXPECT_THAT(Parts(5, 0), ElementsAre(Pair(0, 5)));
  EXPECT_THAT(Parts(5, 2), ElementsAre(Pair(0, 2), Pair(2, 2), Pair(4, 1)));
  EXPECT_THAT(Parts(4, 2), ElementsAre(Pair(0, 2), Pair(2, 2)));
  EXPECT_THAT(Parts(1, 4), ElementsAre(Pair(0, 1)));
  EXPECT_THAT(Parts(0, 4), IsEmpty());
  EXPECT_THAT(Parts(0, 0), IsEmpty());
}

TEST(Batching, PaddingRepeatsTheLastRow) {
  const std::vector<int> rows{1, 2, 3, 4, 5, 6};
  const PaddedRows<int> padded(rows, 2, 1, 2, 4);
  EXPECT_THAT(padded.rows(), ElementsAre(3, 4, 5, 6, 5, 6, 5, 6));
  const PaddedRows<int> whole(rows, 2, 0, 2, 2);
  EXPECT_THAT(whole.rows(), ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(whole.rows().data(), rows.data()) << "no copy without padding";
}

constexpr ImageShape kPixel{1, 1, 1};

ModelCard Card(int batch) {
  ModelCard card;
  card.image.shape = kPixel;
  card.batch = batch;
  card.scores = ScoreKind::kLogits;
  card.classes = {"a", "b"};
  return card;
}

ImageBatch Images(std::vector<float> values) {
  ImageBatch images;
  images.shape = kPixel;
  images.values = std::move(values);
  return images;
}

// Scores (p, -p) of pixel p.
ScoreBatch Mirror(std::span<const float> pixels) {
  ScoreBatch scores;
  scores.classes = 2;
  for (const float p : pixels) scores.values.insert(scores.values.end(), {p, -p});
  return scores;
}

TEST(Batching, FixedBatchGivesTheSameRows) {
  const ImageBatch images = Images({0.1F, 0.2F, 0.3F, 0.4F, 0.5F});
  for (const int batch : {0, 1, 2, 4, 8}) {
    std::vector<std::size_t> sizes;
    const ScoreBatch scores = PredictInParts(Card(batch), images, "m",
                                             [&](std::span<const float> pixels, std::size_t rows) {
                                               EXPECT_EQ(pixels.size(), rows);
                                               sizes.push_back(rows);
                                               return Mirror(pixels);
                                             });
    EXPECT_EQ(scores.values, Mirror(images.values).values) << batch;
    EXPECT_THAT(sizes, ::testing::Each(batch == 0 ? 5U : static_cast<std::size_t>(batch)));
  }
}

TEST(Batching, ImagesOfAnotherSizeFollowTheCardsRule) {
  ModelCard card = Card(2);
  card.image.resize = Resize::kArea;
  ImageBatch images(3, {1, 1, 2});
  images.values = {0, 1, 0.5F, 0.5F, 0.25F, 0.5F};
  const auto mirror = [](std::span<const float> pixels, std::size_t) { return Mirror(pixels); };
  EXPECT_EQ(PredictInParts(card, images, "m", mirror).values,
            Mirror(std::vector<float>{0.5F, 0.5F, 0.375F}).values);
  card.image.resize = Resize::kNone;
  card.source = "net.card.toml";
  EXPECT_THAT(Caught([&] { PredictInParts(card, images, "m", mirror); }).hint(),
              HasSubstr("resize = \"bilinear\""));
}

TEST(Batching, NoImagesNoScores) {
  const ScoreBatch scores =
      PredictInParts(Card(0), Images({}), "m", [](std::span<const float>, std::size_t) {
        ADD_FAILURE() << "called";
        return ScoreBatch();
      });
  EXPECT_EQ(scores.size(), 0U);
  EXPECT_EQ(scores.classes, 2U);
}

TEST(Batching, FaultsNameTheModel) {
  const auto predict = [](ScoreBatch answer, const ImageBatch& images) {
    return Caught([&] {
      PredictInParts(Card(0), images, "m.pt",
                     [&](std::span<const float>, std::size_t) { return answer; });
    });
  };
  ScoreBatch one_row = Mirror(std::vector<float>{1});
  EXPECT_THAT(predict(one_row, Images({0, 1})).what(),
              HasSubstr("m.pt: 2 images in, but 2 scores"));
  ScoreBatch three;
  three.classes = 3;
  three.values = {1, 2, 3};
  const Error classes = predict(three, Images({0}));
  EXPECT_EQ(classes.kind(), ErrorKind::kSetup);
  EXPECT_THAT(classes.what(), HasSubstr("returns 3 classes, but the card names 2"));
  const Error shape = predict(one_row, ImageBatch(1, {1, 2, 2}));
  EXPECT_THAT(shape.what(), HasSubstr("images are 1x2x2, but the card's input is 1x1x1"));
}

}  // namespace
}  // namespace latentfuzz
