#include <gtest/gtest.h>

#include "mutator_fixture.h"

namespace latentfuzz {
namespace {

TEST(LabelFlip, EveryOtherLabelAsLikelySameLatent) {
  MutatorFixture f("label_flip", {.size = 2, .classes = 4});
  std::vector<int> hits(4);
  for (int i = 0; i < 3000; ++i) {
    f.label = 2;
    EXPECT_EQ(f.Apply({1, 2}), (std::vector<float>{1, 2}));
    ++hits[static_cast<std::size_t>(f.label)];
  }
  EXPECT_EQ(hits[2], 0);
  for (const int label : {0, 1, 3}) EXPECT_NEAR(hits[static_cast<std::size_t>(label)], 1000, 120);
}

TEST(LabelFlip, GivesALabelWhereThereIsNone) {
  MutatorFixture f("label_flip", {.size = 1, .classes = 2});
  f.Apply({0});
  EXPECT_TRUE(f.label == 0 || f.label == 1);
}

}  // namespace
}  // namespace latentfuzz
