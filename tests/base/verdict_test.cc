#include "latentfuzz/base/verdict.h"

#include <gtest/gtest.h>

namespace latentfuzz {
namespace {

TEST(Signature, NameRoundTrips) {
  for (const Signature signature :
       {Signature{Verdict::kDisagree, 2, 4}, Signature{Verdict::kNonfinite, 0, -1},
        Signature{Verdict::kWrongLabel, 11, 3}}) {
    EXPECT_EQ(Signature::Parse(signature.ToString()), signature) << signature.ToString();
  }
  EXPECT_EQ((Signature{Verdict::kNonfinite, 0, -1}).ToString(), "nonfinite-0-x");
}

TEST(Signature, ForeignNamesAreRefused) {
  for (const char* text : {"", "-", "disagree", "disagree-1", "disagree-1-", "disagree-1-2-3",
                           "other-1-2", "disagree--1-2", "disagree-1-2 "}) {
    EXPECT_FALSE(Signature::Parse(text).has_value()) << text;
  }
}

TEST(Verdict, TiesAreNoTriggers) {
  EXPECT_FALSE(IsTrigger(Verdict::kAgree));
  EXPECT_FALSE(IsTrigger(Verdict::kTie));
  EXPECT_TRUE(IsTrigger(Verdict::kDisagree));
  EXPECT_TRUE(IsTrigger(Verdict::kNonfinite));
  EXPECT_TRUE(IsTrigger(Verdict::kWrongLabel));
}

TEST(Signature, WhereNothingWasExpectedNothingWasJudged) {
  EXPECT_FALSE(IsJudged({Verdict::kAgree, -1, 3}));
  EXPECT_TRUE(IsJudged({Verdict::kAgree, 3, 3}));
  EXPECT_TRUE(IsJudged({Verdict::kNonfinite, -1, -1}));
}

}  // namespace
}  // namespace latentfuzz
