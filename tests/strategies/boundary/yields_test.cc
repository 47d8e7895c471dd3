#include "latentfuzz/strategies/boundary/yields.h"

#include <gtest/gtest.h>

namespace latentfuzz {
namespace {

void Learn(StageYields& yields, std::size_t stage, int evaluations, int findings) {
  for (int i = 0; i < evaluations; ++i) yields.Learn(stage, i < findings);
}

TEST(StageYields, AreOptimisticUntilTried) {
  StageYields yields;
  EXPECT_EQ(yields.Index(0), 1);
  Learn(yields, 0, 49, 0);
  EXPECT_TRUE(yields.WorthGoingOn(0));
  EXPECT_EQ(yields.Index(0), 1);
  Learn(yields, 0, 1, 0);
  EXPECT_EQ(yields.Index(0), 0);
  EXPECT_FALSE(yields.WorthGoingOn(StageYields::kStages));
}

TEST(StageYields, IndexIsTheBestMeanFromAStageOn) {
  StageYields yields;
  Learn(yields, 0, 100, 0);
  Learn(yields, 1, 100, 30);
  Learn(yields, 2, 60, 6);
  EXPECT_DOUBLE_EQ(yields.Index(0), 0.15);
  EXPECT_DOUBLE_EQ(yields.Index(1), 0.3);
  EXPECT_DOUBLE_EQ(yields.Index(2), 0.1);
}

TEST(StageYields, GoesOnWhileThatPromisesMoreThanBeginning) {
  StageYields late;  // first evaluations rarely find anything
  Learn(late, 0, 100, 1);
  Learn(late, 1, 90, 20);
  EXPECT_TRUE(late.WorthGoingOn(1));
  StageYields early;
  Learn(early, 0, 100, 70);
  Learn(early, 1, 90, 30);
  EXPECT_FALSE(early.WorthGoingOn(1));
}

}  // namespace
}  // namespace latentfuzz
