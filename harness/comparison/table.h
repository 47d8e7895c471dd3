// The comparison as text.
#pragma once

#include <string>

#include "latentfuzz/harness/compare.h"

namespace latentfuzz {

// Markdown tables: medians with quartiles, also of the figures that strategies report; each
// strategy against the first one (ratio of medians, Mann-Whitney's two-sided p and A12 for each
// measure); and shares that are not whole for all: runs with a finding, failures of viable seeds
// (Fisher's exact test). Adjusted p-values are Holm's, over the strategies compared.
std::string ComparisonTable(const Comparison& comparison);

}  // namespace latentfuzz
