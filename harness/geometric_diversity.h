// How different the images of a set are from each other: their volume as vectors.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "latentfuzz/harness/result.h"

namespace latentfuzz {

// Geometric diversity (Aghababaeyan et al., "Black-box testing of deep neural networks through test
// case diversity", IEEE TSE 49(5), 2023): log det(V V^T + eps I), eps = 1e-6, where the rows of V
// [rows, d] are `features`, each scaled to [0, 1] by its own least and largest value. Larger is
// more diverse. The sign is kept: each row that the others span adds about log(eps), so that copies
// lower the figure, where an absolute value would raise it. Scaling row by row keeps one set's
// figure free of what else is in the set; by column, a set of near-copies would be spread out as
// far as any other. Sets of different sizes must not be compared, nor sets of more than d rows.
// REQUIRES: features.size() is a multiple of rows.
double GeometricDiversity(std::span<const float> features, std::size_t rows);

// Of the stored pictures of kGeometricDiversitySize findings, spread evenly over the order in which
// they were found. None where there are fewer, where a picture cannot be read, or where they are
// not of one shape.
inline constexpr std::size_t kGeometricDiversitySize = 20;
std::optional<double> GeometricDiversity(const std::vector<FindingSummary>& findings);

}  // namespace latentfuzz
