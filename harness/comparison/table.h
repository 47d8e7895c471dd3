// The comparison as text.
#pragma once

#include <string>

#include "latentfuzz/harness/compare.h"

namespace latentfuzz {

// Three Markdown tables: medians with quartiles; each strategy against the first one (ratio of
// medians, Mann-Whitney's two-sided p and A12 for each measure); and the share of runs that found
// anything (Fisher's exact test), where not all did. Adjusted p-values are Holm's, over the
// strategies compared.
std::string ComparisonTable(const Comparison& comparison);

}  // namespace latentfuzz
