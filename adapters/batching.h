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

// Rows [begin, begin + count) of some values, followed by copies of the last of them up to
// `padded` rows. Copies only where it pads; else a view, valid as long as the values are.
template <typename T>
class PaddedRows {
 public:
  // REQUIRES: 0 < count <= padded.
  PaddedRows(std::span<const T> values, std::size_t row_size, std::size_t begin, std::size_t count,
             std::size_t padded)
      : rows_(values.subspan(begin * row_size, count * row_size)) {
    if (count == padded) return;
    const std::span<const T> last = rows_.last(row_size);
    copy_.reserve(padded * row_size);
    copy_.assign(rows_.begin(), rows_.end());
    for (std::size_t i = count; i < padded; ++i)
      copy_.insert(copy_.end(), last.begin(), last.end());
    rows_ = copy_;
  }
  PaddedRows(const PaddedRows&) = delete;
  PaddedRows& operator=(const PaddedRows&) = delete;

  std::span<const T> rows() const { return rows_; }

 private:
  std::vector<T> copy_;
  std::span<const T> rows_;
};

// Scores of one part: `pixels` are the model's pixels of `rows` images; returns [rows, classes].
using ScorePart = std::function<ScoreBatch(std::span<const float> pixels, std::size_t rows)>;

// Classifies `images` part by part as the card's batch size asks, in the card's pixel format and,
// if it has a resize rule, size. Throws Error{kSetup}, its message beginning with `model`, if the
// card does not take images of such a shape, or if a part comes back with another number of rows or
// of classes.
ScoreBatch PredictInParts(const ModelCard& card, const ImageBatch& images, const std::string& model,
                          const ScorePart& predict);

}  // namespace latentfuzz
