#include "latentfuzz/adapters/top_k.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TensorValues Top(std::vector<std::int64_t> sizes, std::vector<float> values,
                 std::vector<std::int64_t> indices) {
  return {std::move(sizes), std::move(values), std::move(indices)};
}

TEST(TopK, OthersShareWhatIsLeft) {
  const ScoreBatch scores =
      ExpandTopK(Top({2, 2}, {0.5F, 0.25F, 0.75F, 0.125F}, {3, 0, 1, 2}), 4, "m");
  EXPECT_EQ(scores.kind, ScoreKind::kProbabilities);
  EXPECT_THAT(scores.values,
              ElementsAre(0.25F, 0.125F, 0.125F, 0.5F, 0.0625F, 0.75F, 0.125F, 0.0625F));
}

// A class that was left out cannot be likelier than one that was not.
TEST(TopK, OthersAreNoLikelierThanTheLeast) {
  EXPECT_THAT(ExpandTopK(Top({1, 1}, {0.25F}, {1}), 3, "m").values,
              ElementsAre(0.25F, 0.25F, 0.25F));
  EXPECT_THAT(ExpandTopK(Top({1, 2}, {0.75F, 0.5F}, {1, 2}), 3, "m").values,
              ElementsAre(0, 0.75F, 0.5F));
}

TEST(TopK, AllClassesAreSortedBack) {
  EXPECT_THAT(ExpandTopK(Top({1, 3}, {0.5F, 0.375F, 0.125F}, {2, 0, 1}), 3, "m").values,
              ElementsAre(0.375F, 0.125F, 0.5F));
}

TEST(TopK, NanStaysNan) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const ScoreBatch scores = ExpandTopK(Top({1, 1}, {nan}, {1}), 3, "m");
  EXPECT_TRUE(std::isnan(scores.values[1]));
}

TEST(TopK, FaultsNameTheModel) {
  const auto fault = [](const TensorValues& top) {
    const Error error = Caught([&] { ExpandTopK(top, 3, "m.onnx"); });
    EXPECT_EQ(error.kind(), ErrorKind::kSetup);
    EXPECT_THAT(error.what(), HasSubstr("m.onnx: "));
    EXPECT_THAT(error.hint(), HasSubstr("indices count from 0"));
    return std::string(error.what());
  };
  EXPECT_THAT(fault(Top({1, 2}, {0.5F, 0.25F}, {3, 0})),
              HasSubstr("index 3 is none of the card's 3"));
  EXPECT_THAT(fault(Top({1, 2}, {0.5F, 0.25F}, {-1, 0})), HasSubstr("index -1"));
  EXPECT_THAT(fault(Top({1, 2}, {0.5F, 0.25F}, {1, 1})), HasSubstr("index 1 stands twice"));
  EXPECT_THAT(fault(Top({1, 2}, {0.5F, 0.25F}, {1})), HasSubstr("2 scores, but 1 indices"));
  EXPECT_THAT(fault(Top({1, 4}, {0.4F, 0.3F, 0.2F, 0.1F}, {0, 1, 2, 3})),
              HasSubstr("returns 4 classes, but the card names 3"));
}

}  // namespace
}  // namespace latentfuzz
