// What classifiers of every engine share, tried on TorchScript.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LoadedClassifierTest : public AdapterTest {
 protected:
  // A model that returns this of the mean of x.
  std::unique_ptr<Classifier> Open(const std::string& returns, const std::string& output) {
    SaveScript(
        folder_ / "net.pt",
        "def forward(self, x):\n    m = torch.mean(x, [1, 2, 3])\n    return " + returns + "\n");
    Write("net.card.toml",
          "task = \"classification\"\n[input]\nshape = [1, 1, 2]\n[output]\n" + output);
    return OpenClassifier((folder_ / "net.pt").string());
  }
  static ImageBatch Images() {
    ImageBatch images(2, {1, 1, 2});
    images.values = {0.5F, 1, 0, 0.5F};
    return images;
  }
  static constexpr const char* kTwo = "classes = [\"no\", \"yes\"]\n";
};

TEST_F(LoadedClassifierTest, OneColumnOfProbabilities) {
  const auto model =
      Open("torch.unsqueeze(m, 1)", std::string("kind = \"probabilities\"\n") + kTwo);
  EXPECT_THAT(model->Predict(Images()).values, ElementsAre(0.25F, 0.75F, 0.75F, 0.25F));
}

TEST_F(LoadedClassifierTest, OneColumnOfLogits) {
  const auto model = Open("torch.unsqueeze(m - 0.5, 1)", std::string("kind = \"logits\"\n") + kTwo);
  const ScoreBatch scores = model->Predict(Images());
  EXPECT_THAT(scores.values, ElementsAre(0, 0.25F, 0, -0.25F));
  EXPECT_EQ(ArgMax(scores.row(0)), 1);
  EXPECT_EQ(ArgMax(scores.row(1)), 0);
  EXPECT_FLOAT_EQ(ToProbabilities(scores).row(0)[1], 1 / (1 + std::exp(-0.25F)));
}

TEST_F(LoadedClassifierTest, OneColumnIsNotThreeClasses) {
  EXPECT_THAT(Caught([&] {
                Open("torch.unsqueeze(m, 1)",
                     "kind = \"logits\"\nclasses = [\"a\", \"b\", \"c\"]\n");
              }).what(),
              HasSubstr("returns 1 classes, but the card names 3"));
}

TEST_F(LoadedClassifierTest, OneNumberAnImageOfTwoClasses) {
  const auto model = Open("m", std::string("kind = \"probabilities\"\n") + kTwo);
  EXPECT_THAT(model->Predict(Images()).values, ElementsAre(0.25F, 0.75F, 0.75F, 0.25F));
  EXPECT_THAT(
      Caught([&] { Open("m", "kind = \"logits\"\nclasses = [\"a\", \"b\", \"c\"]\n"); }).what(),
      HasSubstr("returns a tensor [8], not [n, classes]"));
}

// What an oracle makes of them is not the adapter's business.
TEST_F(LoadedClassifierTest, InfiniteScoresAreAnswers) {
  const auto model = Open("torch.stack([m / 0.0, -m / 0.0], 1)", "kind = \"logits\"\n");
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_THAT(model->Predict(Images()).values,
              ElementsAre(infinity, -infinity, infinity, -infinity));
}

TEST_F(LoadedClassifierTest, LikeliestClassesOfATupleOrADictionary) {
  const std::string top = "torch.topk(torch.stack([m * 0.25, m * 0.5, m * 0.0], 1), 1)";
  const std::string card =
      "kind = \"probabilities\"\nclasses = [\"a\", \"b\", \"c\"]\nindices = \"i\"\nname = \"s\"\n";
  for (const std::string& returns :
       {top, "{'s': " + top + "[0], 'i': " + top + "[1].float()}"}) {
    const ScoreBatch scores = Open(returns, card)->Predict(Images());
    EXPECT_THAT(scores.row(0), ElementsAre(0.3125F, 0.375F, 0.3125F)) << returns;
    EXPECT_THAT(scores.row(1), ElementsAre(0.125F, 0.125F, 0.125F)) << returns;
  }
  EXPECT_THAT(Caught([&] { Open("torch.stack([m, m], 1)", card); }).what(),
              HasSubstr("returns Tensor, not scores and indices"));
  EXPECT_THAT(Caught([&] { Open(top, "kind = \"logits\"\n"); }).hint(), HasSubstr("indices"));
}

TEST_F(LoadedClassifierTest, ClassesThatTheCardLeavesOutAreNumbered) {
  const auto model = Open("torch.stack([m, m, m], 1)", "kind = \"logits\"\n");
  EXPECT_THAT(model->card().classes, ElementsAre("0", "1", "2"));
}

}  // namespace
}  // namespace latentfuzz
