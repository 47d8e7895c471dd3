#include <gtest/gtest.h>

#include <algorithm>

#include "mutator_fixture.h"

namespace latentfuzz {
namespace {

TEST(Anchor, StepsTowardThePartnerOnTheirLine) {
  MutatorFixture f("anchor", {.size = 2});
  double least = 1, most = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto child = f.Apply({0, 10}, {10, 0});
    const double share = child[0] / 10;
    EXPECT_NEAR(child[1], 10 * (1 - share), 1e-4);
    least = std::min(least, share);
    most = std::max(most, share);
  }
  EXPECT_NEAR(least, 0.15, 0.01);
  EXPECT_NEAR(most, 0.45, 0.01);
}

TEST(Anchor, NeverReachesIt) {
  MutatorFixture f("anchor", {.size = 1});
  f.step = 1e9;
  EXPECT_NEAR(f.Apply({0}, {1})[0], 0.95, 1e-6);
}

}  // namespace
}  // namespace latentfuzz
