#include "latentfuzz/base/error.h"

#include <gtest/gtest.h>

namespace latentfuzz {
namespace {

TEST(Error, RendersMessageAndHint) {
  const Error error(ErrorKind::kIo, "cannot read a.pt", "check the path");
  EXPECT_EQ(error.Render(), "error: cannot read a.pt\n  hint: check the path");
  EXPECT_EQ(ToString(error.kind()), "io");
}

TEST(Error, NoHintNoSecondLine) {
  EXPECT_EQ(Error(ErrorKind::kUsage, "bad flag").Render(), "error: bad flag");
}

}  // namespace
}  // namespace latentfuzz
