#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/domain.h"

namespace latentfuzz {
namespace {

const LatentSpace kNormal{.size = 16};
const LatentSpace kUniform{.size = 16, .prior = Prior::kUniform, .low = 2, .high = 6};

TEST(ChooseDomain, NoNameIsWhatSuitsThePrior) {
  EXPECT_EQ(ChooseDomain("", kNormal, {}).kind, Domain::Kind::kShell);
  EXPECT_EQ(ChooseDomain("", kUniform, {}).kind, Domain::Kind::kBox);
}

TEST(ChooseDomain, BoxIsTheRangeOfTheSeeds) {
  const std::vector<SeedLatent> seeds{{{0.5F, -2}, -1, "a"}, {{1.25F, 0}, -1, "b"}};
  const Domain box = ChooseDomain("box", kNormal, seeds);
  EXPECT_EQ(box.kind, Domain::Kind::kBox);
  EXPECT_EQ(box.low, -2);
  EXPECT_EQ(box.high, 1.25);
  EXPECT_EQ(box.deviation, 1);  // a step is a step, whatever the box
}

TEST(ChooseDomain, BoxWithoutSeedsIsThePriors) {
  EXPECT_EQ(ChooseDomain("box", kNormal, {}).low, -3);
  EXPECT_EQ(ChooseDomain("box", kNormal, {}).high, 3);
  EXPECT_EQ(ChooseDomain("box", kUniform, {}).low, 2);
  const std::vector<SeedLatent> flat{{{1, 1}, -1, "a"}};
  EXPECT_EQ(ChooseDomain("box", kUniform, flat).high, 6);
}

TEST(ChooseDomain, NoneTakesAnything) {
  const std::vector<float> far(16, 1e6F);
  EXPECT_TRUE(ChooseDomain("none", kNormal, {}).Contains(far));
  EXPECT_TRUE(ChooseDomain("none", kUniform, {}).Contains(far));
}

TEST(ChooseDomain, RefusesUnknownNamesAndShellsAroundABox) {
  const auto refused = [](std::string_view name, const LatentSpace& space) {
    try {
      ChooseDomain(name, space, {});
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      return error.what() + (" " + error.hint());
    }
    return std::string("accepted");
  };
  EXPECT_NE(refused("ball", kNormal).find("shell"), std::string::npos);
  EXPECT_NE(refused("shell", kUniform).find("normal prior"), std::string::npos);
}

TEST(TypicalDomain, ShrinksWithTruncation) {
  LatentSpace normal = kNormal, uniform = kUniform;
  normal.truncation = uniform.truncation = 0.5;
  const Domain whole = Domain::Typical(kNormal), shell = Domain::Typical(normal);
  EXPECT_EQ(shell.radius_low, whole.radius_low / 2);
  EXPECT_EQ(shell.radius_high, whole.radius_high / 2);
  EXPECT_EQ(shell.deviation, 0.5);
  const Domain box = Domain::Typical(uniform);
  EXPECT_EQ(box.low, 3);
  EXPECT_EQ(box.high, 5);
  EXPECT_NEAR(box.deviation, 2 / std::sqrt(12.0), 1e-12);
}

}  // namespace
}  // namespace latentfuzz
