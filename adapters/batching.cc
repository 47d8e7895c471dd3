#include "latentfuzz/adapters/batching.h"

#include <fmt/format.h>

#include <algorithm>

#include "latentfuzz/adapters/pixel_format.h"
#include "latentfuzz/adapters/resize.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

void CheckShape(const ModelCard& card, const ImageBatch& images, const std::string& model) {
  if (images.size() > 0 && !Takes(card.image, images.shape))
    throw Error(ErrorKind::kSetup,
                fmt::format("{}: images are {}, but the card's input is {}", model,
                            images.shape.ToString(), card.image.shape->ToString()),
                FitHint(card, images.shape));
}

void CheckScores(const ModelCard& card, const ScoreBatch& scores, std::size_t rows,
                 const std::string& model) {
  if (scores.values.size() != rows * scores.classes)
    throw Error(ErrorKind::kSetup,
                fmt::format("{}: {} images in, but {} scores of {} classes out", model, rows,
                            scores.values.size(), scores.classes),
                "let the model return one row an image, or set the fixed batch under [input]");
  if (scores.classes != card.classes.size())
    throw Error(ErrorKind::kSetup,
                fmt::format("{}: the model returns {} classes, but the card names {}", model,
                            scores.classes, card.classes.size()),
                "name as many classes under [output] as the model has");
}

}  // namespace

void ForEachPart(std::size_t rows, int batch,
                 const std::function<void(std::size_t begin, std::size_t count)>& run) {
  const std::size_t step = batch > 0 ? static_cast<std::size_t>(batch) : rows;
  for (std::size_t begin = 0; begin < rows; begin += step) run(begin, std::min(step, rows - begin));
}

ScoreBatch PredictInParts(const ModelCard& card, const ImageBatch& given, const std::string& model,
                          const ScorePart& predict) {
  CheckShape(card, given, model);
  const bool fits = !card.image.shape || given.size() == 0 || given.shape == *card.image.shape;
  const ImageBatch resized = fits ? ImageBatch() : Resized(card.image, given);
  const ImageBatch& images = fits ? given : resized;
  ScoreBatch all;
  all.kind = *card.scores;
  all.classes = card.classes.size();
  const ModelPixels pixels(card.image, images);
  ForEachPart(images.size(), card.batch, [&](std::size_t begin, std::size_t count) {
    const std::size_t padded = card.batch > 0 ? static_cast<std::size_t>(card.batch) : count;
    const PaddedRows<float> part_pixels(pixels.values(), images.shape.pixels(), begin, count,
                                        padded);
    const ScoreBatch part = predict(part_pixels.rows(), padded);
    CheckScores(card, part, padded, model);
    all.values.insert(all.values.end(), part.values.begin(),
                      part.values.begin() + static_cast<std::ptrdiff_t>(count * all.classes));
  });
  return all;
}

}  // namespace latentfuzz
