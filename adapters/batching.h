// Rows in = rows out, also for models whose batch size is fixed.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/base/batch.h"

namespace latentfuzz {

// Calls run(begin, count) for consecutive parts of `rows` rows: once with all of them where
// `batch` is 0 (any size), else for `batch` rows at a time, the last part perhaps of fewer.
void ForEachPart(std::size_t rows, int batch,
                 const std::function<void(std::size_t begin, std::size_t count)>& run);

// Rows [begin, begin + count) of `values`, followed by copies of the last of them up to `padded`
// rows. REQUIRES: 0 < count <= padded.
template <typename T>
std::vector<T> PaddedRows(std::span<const T> values, std::size_t row_size, std::size_t begin,
                          std::size_t count, std::size_t padded) {
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin * row_size);
  const auto end = first + static_cast<std::ptrdiff_t>(count * row_size);
  std::vector<T> part(first, end);
  part.reserve(padded * row_size);
  for (std::size_t i = count; i < padded; ++i)
    part.insert(part.end(), end - static_cast<std::ptrdiff_t>(row_size), end);
  return part;
}

// Scores of one part: `pixels` are the model's pixels of `rows` images; returns [rows, classes].
using ScorePart = std::function<ScoreBatch(std::vector<float> pixels, std::size_t rows)>;

// Classifies `images` part by part as the card's batch size asks, in the card's pixel format.
// Throws Error{kSetup}, its message beginning with `model`, if the images have another shape than
// the card's, or if a part comes back with another number of rows or of classes.
ScoreBatch PredictInParts(const ModelCard& card, const ImageBatch& images, const std::string& model,
                          const ScorePart& predict);

}  // namespace latentfuzz
