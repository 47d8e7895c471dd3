// How a set of drawn samples compares with a set of real ones, in any feature space.
#pragma once

#include <cstddef>
#include <span>

namespace latentfuzz::training {

struct FeatureRows {
  std::span<const float> values;  // [size, dim]
  std::size_t dim = 1;

  std::size_t size() const { return values.size() / dim; }
};

struct PrecisionRecall {
  double precision = 0;  // share of drawn samples within reach of a real one: how many look real
  double recall = 0;     // share of real samples within reach of a drawn one: how much is covered
};

// Within reach: no farther than that sample's `neighbour`-th nearest neighbour in its own set
// (Kynkaanniemi et al., arXiv 1904.06991, section 2). REQUIRES: more than `neighbour` rows each.
PrecisionRecall MeasurePrecisionRecall(const FeatureRows& real, const FeatureRows& drawn,
                                       std::size_t neighbour = 3);

// Squared maximum mean discrepancy under the kernel (x.y / dim + 1)^3, unbiased: 0 where both sets
// come from one distribution (the kernel inception distance of Binkowski et al., arXiv 1801.01401,
// section 4). REQUIRES: at least two rows each.
double KernelDistance(const FeatureRows& real, const FeatureRows& drawn);

}  // namespace latentfuzz::training
