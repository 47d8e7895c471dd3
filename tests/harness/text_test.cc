#include "latentfuzz/harness/text.h"

#include <gtest/gtest.h>

namespace latentfuzz {
namespace {

TEST(Text, CountedAgreesInNumber) {
  EXPECT_EQ(Counted(1, "finding"), "1 finding");
  EXPECT_EQ(Counted(0, "finding"), "0 findings");
  EXPECT_EQ(Counted(2, "near-copy"), "2 near-copies");
}

TEST(Text, DurationsAreRounded) {
  EXPECT_EQ(DurationText(-1), "0 s");
  EXPECT_EQ(DurationText(3.4), "3 s");
  EXPECT_EQ(DurationText(119), "119 s");
  EXPECT_EQ(DurationText(120), "2 min");
  EXPECT_EQ(DurationText(3599), "1 h 00 min");
  EXPECT_EQ(DurationText(2 * 3600 + 5 * 60), "2 h 05 min");
}

TEST(Text, ControlCharactersAreShown) {
  EXPECT_EQ(Escaped("T-shirt/top ü"), "T-shirt/top ü");
  EXPECT_EQ(Escaped("a\x1b[31m\n\x7f"), "a\\x1b[31m\\x0a\\x7f");
}

}  // namespace
}  // namespace latentfuzz
