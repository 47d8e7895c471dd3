#include "latentfuzz/adapters/known_failure.h"

#include <gtest/gtest.h>

namespace latentfuzz {
namespace {

constexpr KnownFailure kKnown[] = {
    {R"(no (\w+) of (\d+))", "lacks $1 (of $2)", "add $1"},
    {R"(no (\w+))", "lacks $1", "look for $1"},
};

Error Diagnosed(std::string_view text) {
  return Diagnose("m.onnx", text, kKnown, "cannot be loaded", "try again");
}

TEST(KnownFailure, GroupsOfTheFirstRowThatMatches) {
  const Error error = Diagnosed("line one\nError: no bolts of 12\n");
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_STREQ(error.what(), "m.onnx: lacks bolts (of 12)");
  EXPECT_EQ(error.hint(), "add bolts");
  EXPECT_EQ(Diagnosed("no bolts").hint(), "look for bolts");
}

TEST(KnownFailure, UnknownTextIsQuoted) {
  const Error error = Diagnosed("strange {} $1\nmore");
  EXPECT_STREQ(error.what(), "m.onnx: cannot be loaded: strange {} $1");
  EXPECT_EQ(error.hint(), "try again");
}

TEST(KnownFailure, LongLinesAreShortened) {
  EXPECT_LT(EssentialLine(std::string(5000, 'x')).size(), 400U);
}

TEST(KnownFailure, EssentialLineOfATraceback) {
  EXPECT_EQ(EssentialLine("The following operation failed in the TorchScript interpreter.\n"
                          "Traceback of TorchScript (most recent call last):\n"
                          "  File \"code/m.py\", line 7, in forward\n"
                          "    x = torch.conv2d(x, self.w)\n"
                          "RuntimeError: expected 3 channels, but got 1\n"),
            "expected 3 channels, but got 1");
  EXPECT_EQ(EssentialLine("builtins.ValueError: no\n"), "no");
}

TEST(KnownFailure, EssentialLineIsTheFirstWithoutATraceback) {
  EXPECT_EQ(EssentialLine("\n  first \nsecond"), "first");
  EXPECT_EQ(EssentialLine("an Error: in a sentence\nmore"), "an Error: in a sentence");
  EXPECT_EQ(EssentialLine(""), "");
}

}  // namespace
}  // namespace latentfuzz
