#include "latentfuzz/zoo/seeds.h"

#include <gmock/gmock.h>

#include "latentfuzz/base/error.h"

namespace latentfuzz::zoo {
namespace {

using ::testing::ElementsAre;

LabelledImages Sample() {
  LabelledImages data;
  data.images.shape = {1, 1, 1};
  data.images.values = {0.0F, 0.1F, 0.2F, 0.3F, 0.4F, 0.5F};
  data.labels = {1, 0, 1, 1, 0, 0};
  return data;
}

TEST(FirstOfEachClass, TakesTheFirstByIndexOrderedByClass) {
  const LabelledImages chosen = FirstOfEachClass(Sample(), 2, 2);
  EXPECT_THAT(chosen.labels, ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(chosen.images.values, ElementsAre(0.1F, 0.4F, 0.0F, 0.2F));
}

TEST(FirstOfEachClass, AClassTooSmallIsADataError) {
  EXPECT_THROW(FirstOfEachClass(Sample(), 2, 4), Error);
  EXPECT_THROW(FirstOfEachClass(Sample(), 3, 1), Error);
}

}  // namespace
}  // namespace latentfuzz::zoo
