#include <gtest/gtest.h>

#include <set>

#include "mutator_fixture.h"

namespace latentfuzz {
namespace {

TEST(OnePoint, HeadOfOneTailOfTheOtherAtEveryCut) {
  MutatorFixture f("one_point", {.size = 4});
  std::set<std::vector<float>> children;
  for (int i = 0; i < 200; ++i) children.insert(f.Apply({1, 1, 1, 1}, {2, 2, 2, 2}));
  EXPECT_EQ(children, (std::set<std::vector<float>>{{1, 1, 1, 2}, {1, 1, 2, 2}, {1, 2, 2, 2}}));
}

TEST(OnePoint, CutLiesBetweenDifferingGenes) {
  MutatorFixture f("one_point", {.size = 5});
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(f.Apply({0, 1, 5, 1, 0}, {0, 2, 5, 2, 0}), (std::vector<float>{0, 1, 5, 2, 0}));
  }
}

}  // namespace
}  // namespace latentfuzz
