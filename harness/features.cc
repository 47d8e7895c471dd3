#include "latentfuzz/harness/features.h"

#include <utility>

#include "latentfuzz/harness/in_chunks.h"

namespace latentfuzz {

Features::Features(std::shared_ptr<Classifier> model, std::size_t chunk)
    : model_(std::move(model)), chunk_(chunk) {}

ImageBatch Features::Of(const ImageBatch& images) const {
  ScoreBatch scores = PredictInChunks(*model_, images, chunk_);
  ImageBatch features;
  features.shape = {1, 1, static_cast<int>(scores.classes)};
  features.values = std::move(scores.values);
  return features;
}

}  // namespace latentfuzz
