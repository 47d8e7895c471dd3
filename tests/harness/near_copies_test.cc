#include "latentfuzz/harness/near_copies.h"

#include <gtest/gtest.h>

namespace latentfuzz {
namespace {

const Signature kOne{Verdict::kDisagree, 1, 2};
const Signature kTwo{Verdict::kDisagree, 2, 1};

using Bytes = std::vector<std::uint8_t>;

// For every whole distance, whatever its square becomes in floating point.
TEST(NearCopyIndex, RadiusIsInclusive) {
  for (int distance = 1; distance < 255; ++distance) {
    NearCopyIndex index(distance / 255.0);
    index.Add(kOne, "a", {0, 0});
    const auto at = static_cast<std::uint8_t>(distance);
    EXPECT_EQ(index.Find(kOne, Bytes{at, 0}), "a") << distance;
    EXPECT_EQ(index.Find(kOne, Bytes{at, 1}), std::nullopt) << distance;
  }
}

TEST(NearCopyIndex, DistanceIsEuclidean) {
  NearCopyIndex index(5 / 255.0);
  index.Add(kOne, "a", {100, 100});
  EXPECT_EQ(index.Find(kOne, Bytes{103, 96}), "a");
  EXPECT_EQ(index.Find(kOne, Bytes{104, 96}), std::nullopt);
}

TEST(NearCopyIndex, SignaturesAreKeptApart) {
  NearCopyIndex index(1);
  index.Add(kOne, "a", {1, 2});
  EXPECT_EQ(index.Find(kTwo, Bytes{1, 2}), std::nullopt);
  EXPECT_TRUE(index.Knows(kOne));
  EXPECT_FALSE(index.Knows(kTwo));
  index.Add(kTwo, "b", {1, 2});
  EXPECT_EQ(index.Find(kTwo, Bytes{1, 2}), "b");
  EXPECT_EQ(index.size(), 2U);
  EXPECT_EQ(index.signatures(), 2U);
}

TEST(NearCopyIndex, RadiusZeroMeansTheSameImage) {
  NearCopyIndex index(0);
  index.Add(kOne, "a", {7, 8});
  EXPECT_EQ(index.Find(kOne, Bytes{7, 8}), "a");
  EXPECT_EQ(index.Find(kOne, Bytes{7, 9}), std::nullopt);
}

TEST(NearCopyIndex, NamesTheFirstOfSeveral) {
  NearCopyIndex index(1);
  index.Add(kOne, "a", {10});
  index.Add(kOne, "b", {11});
  EXPECT_EQ(index.Find(kOne, Bytes{11}), "a");
}

TEST(NearCopyIndex, ImagesOfAnotherSizeAreNoCopies) {
  NearCopyIndex index(100);
  index.Add(kOne, "a", {10});
  EXPECT_EQ(index.Find(kOne, Bytes{10, 10}), std::nullopt);
}

TEST(NearCopyIndex, AnyRadiusIsAccepted) {
  NearCopyIndex index(1e200);
  index.Add(kOne, "a", {0});
  EXPECT_EQ(index.Find(kOne, Bytes{255}), "a");
}

LabelledImages Greys(const std::vector<std::pair<int, int>>& label_and_byte) {
  LabelledImages data;
  data.images.shape = {1, 1, 1};
  for (const auto& [label, byte] : label_and_byte) {
    data.labels.push_back(label);
    data.images.values.push_back(static_cast<float>(byte) / 255);
  }
  return data;
}

// Nearest of the same class: 10, 10, 20 and 4, 4; the lonely image of class 2 has none. The median
// is 10, half of it 5.
TEST(NearCopyRadius, ByHand) {
  EXPECT_DOUBLE_EQ(NearCopyRadius(Greys({{0, 0}, {0, 10}, {0, 30}, {1, 100}, {1, 104}, {2, 11}})),
                   5 / 255.0);
}

TEST(NearCopyRadius, IsZeroWhereNoClassHasTwoImages) {
  EXPECT_EQ(NearCopyRadius(Greys({{0, 0}, {1, 1}})), 0);
  EXPECT_EQ(NearCopyRadius({}), 0);
}

}  // namespace
}  // namespace latentfuzz
