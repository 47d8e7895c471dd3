// Batches larger than a model should be given at once.
#pragma once

#include <cstddef>
#include <span>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/base/batch.h"

namespace latentfuzz {

// All rows, `chunk` of them in one call. Throw what the model throws.
ScoreBatch PredictInChunks(Classifier& model, const ImageBatch& images, std::size_t chunk);
ImageBatch DecodeInChunks(Generator& model, const LatentBatch& latents, std::size_t chunk);
// REQUIRES: one label an image; the latents bear them.
LatentBatch EncodeInChunks(Generator& model, const ImageBatch& images, std::span<const int> labels,
                           std::size_t chunk);

}  // namespace latentfuzz
