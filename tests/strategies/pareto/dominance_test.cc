#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "latentfuzz/strategies/pareto/pareto.h"

namespace latentfuzz {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

bool Dom(const std::vector<double>& a, const std::vector<double>& b) { return Dominates(a, b); }

TEST(Dominance, NeedsOneStrictGainAndNoLoss) {
  EXPECT_TRUE(Dom({1, 2}, {1, 3}));
  EXPECT_TRUE(Dom({0, 2, 5}, {1, 3, 5}));
  EXPECT_FALSE(Dom({1, 2}, {1, 2}));
  EXPECT_FALSE(Dom({1, 3}, {2, 2}));
  EXPECT_FALSE(Dom({2, 2}, {1, 3}));
}

TEST(Dominance, NanNeitherWinsNorLoses) {
  EXPECT_FALSE(Dom({kNan, 0}, {1, 1}));
  EXPECT_FALSE(Dom({0, 0}, {kNan, 1}));
  EXPECT_FALSE(Dom({0, kNan}, {1, 1}));
  EXPECT_FALSE(Dom({kNan, kNan}, {kNan, kNan}));
}

TEST(Dominance, InfinityIsAValue) {
  EXPECT_TRUE(Dom({0, 0}, {0, kInf}));
  EXPECT_TRUE(Dom({-kInf, 0}, {0, 0}));
}

TEST(HasNan, FindsItAnywhere) {
  EXPECT_TRUE(HasNan(std::vector<double>{0, kNan}));
  EXPECT_FALSE(HasNan(std::vector<double>{0, kInf}));
}

}  // namespace
}  // namespace latentfuzz
