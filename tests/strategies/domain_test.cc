#include "latentfuzz/strategies/domain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "latentfuzz/base/rng.h"

namespace latentfuzz {
namespace {

double Norm(const std::vector<float>& latent) {
  double sum = 0;
  for (const float gene : latent) sum += static_cast<double>(gene) * gene;
  return std::sqrt(sum);
}

TEST(ChiQuantile, AgreesWithExactValues) {
  // Exact 0.1 % and 99.9 % quantiles of chi(16) and chi(100).
  EXPECT_NEAR(ChiQuantile(16, -3.0902323), 1.9854, 0.02 * 1.9854);
  EXPECT_NEAR(ChiQuantile(16, 3.0902323), 6.2652, 0.01 * 6.2652);
  EXPECT_NEAR(ChiQuantile(100, -3.0902323), 7.8688, 0.001 * 7.8688);
  EXPECT_NEAR(ChiQuantile(100, 3.0902323), 12.2249, 0.001 * 12.2249);
  EXPECT_EQ(ChiQuantile(1, -3.0902323), 0);
}

TEST(Domain, BoxClampsEachGene) {
  const Domain box = Domain::Box(-1, 1);
  std::vector<float> latent{-3, 0.25F, 7};
  EXPECT_FALSE(box.Contains(latent));
  box.Repair(latent);
  EXPECT_EQ(latent, (std::vector<float>{-1, 0.25F, 1}));
  EXPECT_TRUE(box.Contains(latent));
  EXPECT_NEAR(box.deviation, 2 / std::sqrt(12.0), 1e-12);
}

TEST(Domain, ShellKeepsTheDirection) {
  const Domain shell = Domain::Shell(3);
  std::vector<float> latent{30, 0, 40};
  shell.Repair(latent);
  EXPECT_TRUE(shell.Contains(latent));
  EXPECT_NEAR(Norm(latent), shell.radius_high, 1e-4);
  EXPECT_NEAR(latent[2] / latent[0], 4.0 / 3.0, 1e-5);
}

TEST(Domain, ShellLiftsWhatIsTooSmall) {
  const Domain shell = Domain::Shell(64);
  std::vector<float> latent(64, 0.01F);
  shell.Repair(latent);
  EXPECT_TRUE(shell.Contains(latent));
  EXPECT_NEAR(Norm(latent), shell.radius_low, 1e-4);
}

TEST(Domain, ShellLeavesTypicalLatentsAlone) {
  const Domain shell = Domain::Shell(32);
  Rng rng(2, StreamPurpose::kTest);
  int inside = 0;
  for (int i = 0; i < 5000; ++i) {
    std::vector<float> latent(32);
    for (float& gene : latent) gene = static_cast<float>(rng.Normal());
    if (!shell.Contains(latent)) continue;
    ++inside;
    const std::vector<float> before = latent;
    shell.Repair(latent);
    ASSERT_EQ(latent, before);
  }
  EXPECT_NEAR(inside, 4990, 10);
}

TEST(Domain, RepairsWhatIsNotFinite) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  for (const Domain& domain : {Domain::Shell(4), Domain::Box(2, 4), Domain::None({.size = 4})}) {
    std::vector<float> latent{kInf, -kInf, kNan, 1e38F};
    EXPECT_FALSE(domain.Contains(latent));
    domain.Repair(latent);
    EXPECT_TRUE(domain.Contains(latent));
    std::vector<float> zero(4, 0.0F);
    domain.Repair(zero);
    EXPECT_TRUE(domain.Contains(zero));
  }
}

TEST(Domain, IncludingReachesJustAsFarAsNeeded) {
  const std::vector<float> latent{3, 0, 0, -4};
  const Domain box = Domain::Box(-1, 5).Including(latent);
  EXPECT_EQ(box.low, -4);
  EXPECT_EQ(box.high, 5);
  for (const float scale : {0.001F, 1.0F, 100.0F}) {
    std::vector<float> scaled = latent;
    for (float& gene : scaled) gene *= scale;
    const Domain before = Domain::Shell(4);
    const Domain shell = before.Including(scaled);
    EXPECT_TRUE(shell.Contains(scaled)) << scale;
    EXPECT_EQ(shell.radius_low == before.radius_low, scale > 0.01F);
    EXPECT_EQ(shell.radius_high == before.radius_high, scale < 1);
  }
}

TEST(Domain, TypicalFollowsThePrior) {
  EXPECT_EQ(Domain::Typical({.size = 8}).kind, Domain::Kind::kShell);
  const Domain box = Domain::Typical({.size = 8, .prior = Prior::kUniform, .low = 0, .high = 2});
  EXPECT_EQ(box.kind, Domain::Kind::kBox);
  EXPECT_EQ(box.low, 0);
  EXPECT_EQ(box.high, 2);
}

}  // namespace
}  // namespace latentfuzz
