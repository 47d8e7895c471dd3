// Fixed inputs on which a model is tried when it is opened.
#pragma once

#include <cstddef>
#include <vector>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/adapters/loaded_model.h"
#include "latentfuzz/base/batch.h"

namespace latentfuzz {

// Rows of a probe: the card's fixed batch, or a few.
std::size_t ProbeRows(const ModelCard& card);

// Uniform noise of every contrast, the same in every run.
ImageBatch ProbeImages(const ImageShape& shape, std::size_t rows);

// Draws from the card's prior, labels in turn where conditional; the same in every run.
LatentBatch ProbeLatents(const ModelCard& card, std::size_t rows);

// Largest difference between two forms' answers that still counts as the same model.
inline constexpr float kFormTolerance = 1e-3F;

// Same sizes, and no value further apart than kFormTolerance; NaN equals NaN.
bool SameAnswers(const TensorValues& a, const TensorValues& b);

}  // namespace latentfuzz
