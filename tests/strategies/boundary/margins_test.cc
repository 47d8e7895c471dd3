#include "latentfuzz/strategies/boundary/margins.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace latentfuzz {
namespace {

Margins Of(int reference, int candidate, double first, double second) {
  Outcome outcome;
  outcome.signature = {Verdict::kAgree, reference, candidate};
  return Margins::Of(outcome, first, second);
}

TEST(Margins, AreHalfTheLogOddsOfTwoClasses) {
  const Margins margins = Of(1, 1, 0.6, 0);  // 0.8 against 0.2
  EXPECT_NEAR(margins.reference, std::log(4) / 2, 1e-12);
  EXPECT_EQ(margins.candidate, 0);
}

TEST(Margins, SignSaysWhetherTheLabelIsThePositiveOne) {
  const Margins margins = Of(1, 2, std::tanh(3), std::tanh(2));
  EXPECT_NEAR(margins.Signed(1, 0.25), 0.75 * 3 - 0.25 * 2, 1e-9);
  EXPECT_NEAR(margins.Signed(2, 0.25), -0.75 * 3 + 0.25 * 2, 1e-9);
  EXPECT_NEAR(margins.Signed(0, 0.25), -0.75 * 3 - 0.25 * 2, 1e-9);
}

TEST(Margins, CertainClassifiersHaveAFiniteMargin) {
  EXPECT_TRUE(Of(1, 1, 1, 1).finite());
  EXPECT_FALSE(Of(-1, 1, std::numeric_limits<double>::quiet_NaN(), 1).finite());
}

TEST(MarginShare, IsEvenUntilOneMarginIsOftenZero) {
  MarginShare share;
  for (int i = 0; i < 100; ++i) share.Learn(Of(1, 1, 0.5, 0.25));
  EXPECT_EQ(share.candidate(), 0.5);
  share.Learn(Of(1, 1, 0.5, 0));
  EXPECT_DOUBLE_EQ(share.candidate(), 1.0 / 3);
  for (int i = 0; i < 100; ++i) share.Learn(Of(1, 1, 0.5, 0));
  EXPECT_EQ(share.candidate(), 0.05);
  MarginShare mirrored;
  for (int i = 0; i < 100; ++i) mirrored.Learn(Of(1, 1, 0, 0.5));
  EXPECT_EQ(mirrored.candidate(), 0.95);
}

}  // namespace
}  // namespace latentfuzz
