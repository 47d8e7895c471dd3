#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kOutput = "[output]\nkind = \"logits\"\nclasses = [\"a\", \"b\"]\n";

class TorchScriptClassifierTest : public AdapterTest {
 protected:
  // A model with the body of forward(self, x), and a card with these lines under [input].
  std::string Model(const std::string& body, const std::string& input,
                    const std::string& output = kOutput,
                    const std::vector<ScriptParameter>& parameters = {}) {
    SaveScript(folder_ / "m.pt", "def forward(self, x):\n" + body, parameters);
    Write("m.card.toml", "task = \"classification\"\n[input]\n" + input + output);
    return (folder_ / "m.pt").string();
  }
  std::string Cnn(const std::string& more_input = "") {
    SaveSmallCnn(folder_ / "cnn.pt");
    Write("cnn.card.toml", "task = \"classification\"\n[input]\nshape = [1, 8, 8]\n" + more_input +
                               "[output]\nkind = \"logits\"\nclasses = [\"a\", \"b\", \"c\"]\n");
    return (folder_ / "cnn.pt").string();
  }
  // Error of opening; its message must be one line.
  Error OpenError(const std::string& uri) {
    const Error error = Caught([&] { OpenClassifier(uri); });
    EXPECT_EQ(error.kind(), ErrorKind::kSetup);
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    return error;
  }
};

// Scores: the first two pixels as the model sees them.
constexpr const char* kFirstTwo = "    return x.flatten(1)[:, 0:2]\n";
constexpr const char* kPairShape = "shape = [1, 1, 2]\n";

ImageBatch Pairs(std::vector<float> values) {
  ImageBatch images;
  images.shape = {1, 1, 2};
  images.values = std::move(values);
  return images;
}

TEST_F(TorchScriptClassifierTest, OneRowAnImage) {
  const auto model = OpenClassifier(Model(kFirstTwo, kPairShape));
  const ScoreBatch scores = model->Predict(Pairs({0.1F, 0.2F, 0.3F, 0.4F}));
  EXPECT_THAT(scores.values, ElementsAre(0.1F, 0.2F, 0.3F, 0.4F));
  EXPECT_EQ(scores.kind, ScoreKind::kLogits);
  EXPECT_EQ(scores.classes, 2U);
  EXPECT_EQ(model->Predict(Pairs({})).size(), 0U);
}

TEST_F(TorchScriptClassifierTest, ModelSeesTheCardsPixels) {
  const auto model = OpenClassifier(
      Model(kFirstTwo, "shape = [1, 1, 2]\nrange = [0, 255]\nmean = [55]\nstd = [100]\n"));
  EXPECT_THAT(model->Predict(Pairs({0, 1})).values, ElementsAre(-0.55F, 2));
}

TEST_F(TorchScriptClassifierTest, NhwcModelGetsNhwc) {
  const auto model =
      OpenClassifier(Model("    assert x.size(3) == 3\n    return x.flatten(1)[:, 0:2]\n",
                           "shape = [1, 2, 3]\nlayout = \"nhwc\"\ncolor = \"bgr\"\n"));
  ImageBatch images(1, {3, 1, 2});
  images.values = {0, 0.2F, 0.4F, 0.6F, 0.8F, 1};
  EXPECT_THAT(model->Predict(images).values, ElementsAre(0.8F, 0.4F));
}

TEST_F(TorchScriptClassifierTest, FixedBatchIsLoopedAndPadded) {
  const auto model = OpenClassifier(
      Model("    assert x.size(0) == 3, 'three at a time'\n    return x.flatten(1)[:, 0:2]\n",
            "shape = [1, 1, 2]\nbatch = 3\n"));
  const std::vector<float> values{0, 1, 0.1F, 0.9F, 0.2F, 0.8F, 0.3F, 0.7F};
  EXPECT_EQ(model->Predict(Pairs(values)).values, values);
}

TEST_F(TorchScriptClassifierTest, UndeclaredFixedBatchIsFoundWhenOpened) {
  EXPECT_THAT(OpenError(Model("    assert x.size(0) == 1, 'one at a time'\n"
                              "    return x.flatten(1)[:, 0:2]\n",
                              kPairShape))
                  .what(),
              HasSubstr("one at a time"));
}

TEST_F(TorchScriptClassifierTest, ModelThatKeepsOneRowIsRefused) {
  EXPECT_THAT(OpenError(Model("    return x.flatten(1)[0:1, 0:2]\n", kPairShape)).what(),
              HasSubstr("8 images in, but 2 scores"));
}

TEST_F(TorchScriptClassifierTest, ClassCountMustBeTheCards) {
  const Error error = OpenError(Model(
      kFirstTwo, kPairShape, "[output]\nkind = \"logits\"\nclasses = [\"a\", \"b\", \"c\"]\n"));
  EXPECT_THAT(error.what(), HasSubstr("returns 2 classes, but the card names 3"));
}

TEST_F(TorchScriptClassifierTest, ClassesLeftOutAreCounted) {
  const auto model = OpenClassifier(Model(kFirstTwo, kPairShape, "[output]\nkind = \"logits\"\n"));
  EXPECT_THAT(model->card().classes, ElementsAre("0", "1"));
}

TEST_F(TorchScriptClassifierTest, ScoresOfAnotherRankAreRefused) {
  EXPECT_THAT(OpenError(Model("    return x\n", kPairShape)).what(),
              HasSubstr("a tensor [8, 1, 1, 2], not [n, classes]"));
}

TEST_F(TorchScriptClassifierTest, ShapeMustBeGiven) {
  const Error error = OpenError(Model(kFirstTwo, ""));
  EXPECT_THAT(error.what(), HasSubstr("m.card.toml: the card has no [input] shape"));
}

TEST_F(TorchScriptClassifierTest, WrongChannelCountIsSaidInOneLine) {
  const Error error =
      OpenError(Model("    return torch.conv2d(x, self.w).flatten(1)[:, 0:2]\n",
                      "shape = [1, 4, 4]\n", kOutput, {{"w", {1, 3, 1, 1}, {1, 1, 1}}}));
  EXPECT_THAT(error.what(), HasSubstr("model rejects 1x4x4 images: "));
  EXPECT_THAT(error.what(), HasSubstr("3 channels"));
}

TEST_F(TorchScriptClassifierTest, ImagesOfAnotherShape) {
  const auto model = OpenClassifier(Model(kFirstTwo, kPairShape));
  const Error error = Caught([&] { model->Predict(ImageBatch(2, {1, 2, 2})); });
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), HasSubstr("images are 1x2x2, but the card's input is 1x1x2"));
}

TEST_F(TorchScriptClassifierTest, NanScoresAreAnswers) {
  const auto model =
      OpenClassifier(Model("    return x.flatten(1)[:, 0:2] * float('nan')\n", kPairShape));
  EXPECT_TRUE(std::isnan(model->Predict(Pairs({0, 1})).values[0]));
}

TEST_F(TorchScriptClassifierTest, DropoutIsOff) {
  const auto model = OpenClassifier(
      Model("    return torch.dropout(x.flatten(1), 0.5, self.training)\n", kPairShape));
  std::vector<float> ones(64, 1);
  EXPECT_THAT(model->Predict(Pairs(ones)).values, Each(1));
}

TEST_F(TorchScriptClassifierTest, RandomModelIsKeptAsShipped) {
  EXPECT_NO_THROW(OpenClassifier(Model("    return torch.rand_like(x).flatten(1)\n", kPairShape)));
}

TEST_F(TorchScriptClassifierTest, PassesAndOptionsAgreeWithinTolerance) {
  OpenOptions as_shipped;
  as_shipped.passes = Passes::kAsShipped;
  const std::string uri = Cnn();
  const ImageBatch images = ProbeImages({1, 8, 8}, 40);
  const ScoreBatch expected = ToProbabilities(OpenClassifier(uri, as_shipped)->Predict(images));
  for (const char* query : {"", "?threads=1", "?threads=2", "?threads=4", "?optimize=0"}) {
    const ScoreBatch scores = ToProbabilities(OpenClassifier(uri + query)->Predict(images));
    ASSERT_EQ(scores.size(), expected.size());
    for (std::size_t i = 0; i < scores.values.size(); ++i)
      ASSERT_NEAR(scores.values[i], expected.values[i], 1e-5) << query;
  }
}

TEST_F(TorchScriptClassifierTest, ReopenedModelGivesTheSameBits) {
  const std::string uri = Cnn();
  const ImageBatch images = ProbeImages({1, 8, 8}, 32);
  EXPECT_EQ(OpenClassifier(uri)->Predict(images).values,
            OpenClassifier(uri)->Predict(images).values);
}

TEST_F(TorchScriptClassifierTest, BatchSizesAgreeWithinTolerance) {
  const auto model = OpenClassifier(Cnn());
  const ImageBatch images = ProbeImages({1, 8, 8}, 33);
  const ScoreBatch all = model->Predict(images);
  for (std::size_t i = 0; i < images.size(); ++i) {
    const ScoreBatch one = model->Predict(images.Slice(i, 1));
    for (std::size_t c = 0; c < 3; ++c) ASSERT_NEAR(one.values[c], all.row(i)[c], 1e-4);
  }
}

TEST_F(TorchScriptClassifierTest, FingerprintFollowsWeightsAndCard) {
  const auto print = [&](const std::string& uri) { return OpenClassifier(uri)->fingerprint(); };
  const std::string cnn = print(Cnn());
  EXPECT_EQ(cnn.size(), 64U);
  EXPECT_EQ(cnn, print(Cnn()));
  EXPECT_NE(cnn, print(Cnn("range = [-1, 1]\n")));
  const std::string first = print(Model(kFirstTwo, kPairShape, kOutput, {{"w", {1}, {1}}}));
  EXPECT_NE(first, print(Model(kFirstTwo, kPairShape, kOutput, {{"w", {1}, {2}}})));
}

}  // namespace
}  // namespace latentfuzz
