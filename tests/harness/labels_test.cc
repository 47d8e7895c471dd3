#include "latentfuzz/harness/labels.h"

#include <gtest/gtest.h>

namespace latentfuzz {
namespace {

TEST(Labels, OfAPair) {
  const NamedLabels labels{false, "Pullover", "Coat", 0.634, 0.506};
  EXPECT_EQ(LabelsText(labels), "Pullover 63 % | Coat 51 %");
  EXPECT_EQ(LabelsInLines(labels).reference, "R: Pullover 63 %");
  EXPECT_EQ(LabelsInLines(labels).candidate, "C: Coat 51 %");
}

TEST(Labels, OfASingleClassifier) {
  const NamedLabels labels{true, "Pullover", "Coat", 1, 0.506};
  EXPECT_EQ(LabelsText(labels), "expected Pullover, candidate Coat 51 %");
  EXPECT_EQ(LabelsInLines(labels).reference, "expected Pullover");
  EXPECT_EQ(LabelsInLines(labels).candidate, "candidate Coat 51 %");
}

TEST(Labels, ThatAreNotThere) {
  EXPECT_EQ(LabelsText({false, "", "Coat", 0, 0.5}), "not finite | Coat 50 %");
  EXPECT_EQ(LabelsText({true, "Coat", "", 1, 0}), "expected Coat, candidate not finite");
  EXPECT_EQ(LabelsText({true, "", "", 0, 0}), "expected nothing, candidate not finite");
}

}  // namespace
}  // namespace latentfuzz
