#include "latentfuzz/harness/gate.h"

#include <gmock/gmock.h>

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Two findings of two signatures, and one known before of a third signature.
CampaignResult ThreeFindings() {
  CampaignResult result;
  result.evaluations = 1000;
  result.triggers = 10;
  result.findings.resize(2);
  result.findings[0].signature = {Verdict::kDisagree, 0, 1};
  result.findings[1].signature = {Verdict::kDisagree, 0, 2};
  result.known_findings = 1;
  result.known_signatures = {{Verdict::kDisagree, 5, 6}};
  return result;
}

TEST(Gate, WithoutThresholdsPasses) { EXPECT_THAT(Check({}, ThreeFindings()), IsEmpty()); }

TEST(Gate, ThresholdsAreInclusive) {
  EXPECT_THAT(Check({3, 3, 1.0}, ThreeFindings()), IsEmpty());
  const double bound = ThreeFindings().TriggerRate().high;
  EXPECT_THAT(Check({{}, {}, bound}, ThreeFindings()), IsEmpty());
}

TEST(Gate, CountsOldAndNewFindings) {
  EXPECT_THAT(Check({2, {}, {}}, ThreeFindings()), ElementsAre("findings 3 > --max-findings 2"));
  EXPECT_THAT(Check({{}, 2, {}}, ThreeFindings()),
              ElementsAre("signatures 3 > --max-signatures 2"));
}

// 10 of 1000 is 1 %, but its upper bound is 1.83 %.
TEST(Gate, RateIsHeldAgainstTheUpperBound) {
  EXPECT_THAT(Check({{}, {}, 0.015}, ThreeFindings()),
              ElementsAre(HasSubstr("trigger rate 0.0183")));
  EXPECT_THAT(Check({{}, {}, 0.0184}, ThreeFindings()), IsEmpty());
}

TEST(Gate, ARateCannotBePassedByNotLooking) {
  EXPECT_THAT(Check({{}, {}, 0.5}, CampaignResult{}), ElementsAre(HasSubstr("trigger rate 1.0")));
}

// Where no label was expected nothing could fail; that is no pass.
TEST(Gate, ACampaignThatJudgedNothingFailsEveryGate) {
  CampaignResult result;
  result.evaluations = result.unjudged = 1000;
  EXPECT_THAT(Check({5, {}, {}}, result), ElementsAre(HasSubstr("nothing was tested")));
  EXPECT_THAT(Check({}, result), IsEmpty());
  result.unjudged = 999;
  EXPECT_THAT(Check({5, {}, {}}, result), IsEmpty());
}

TEST(Gate, EveryThresholdHasItsLine) { EXPECT_EQ(Check({0, 0, 0.0}, ThreeFindings()).size(), 3U); }

}  // namespace
}  // namespace latentfuzz
