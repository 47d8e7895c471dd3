#include "latentfuzz/harness/status_line.h"

#include <gtest/gtest.h>

#include <sstream>

namespace latentfuzz {
namespace {

TEST(StatusLine, IsErasedBeforeALineAndAtTheEnd) {
  std::ostringstream out;
  {
    StatusLine line(out, true);
    line.Draw("10 %", 1);
    line.Print("found");
    line.Draw("20 %", 2);
  }
  EXPECT_EQ(out.str(), "10 %\r\x1b[Kfound\n20 %\r\x1b[K");
}

TEST(StatusLine, IsDrawnTenTimesASecondAtMost) {
  std::ostringstream out;
  StatusLine line(out, true);
  line.Draw("a", 1);
  EXPECT_FALSE(line.Due(1.05));
  line.Draw("b", 1.05);
  EXPECT_EQ(out.str(), "a");
  EXPECT_TRUE(line.Due(1.11));
  EXPECT_TRUE(line.Due(0.5));  // the clock of another run
}

TEST(StatusLine, IsNotDrawnWithoutATerminal) {
  std::ostringstream out;
  StatusLine line(out, false);
  line.Draw("10 %", 1);
  line.Print("found");
  EXPECT_EQ(out.str(), "found\n");
}

TEST(ProgressBar, StaysInItsBounds) {
  EXPECT_EQ(ProgressBar(0.25), "[=======                     ]  25 %");
  EXPECT_EQ(ProgressBar(-1), "[" + std::string(28, ' ') + "]   0 %");
  EXPECT_EQ(ProgressBar(2), "[" + std::string(28, '=') + "] 100 %");
}

}  // namespace
}  // namespace latentfuzz
