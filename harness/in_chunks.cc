#include "latentfuzz/harness/in_chunks.h"

#include "latentfuzz/adapters/batching.h"

namespace latentfuzz {

ScoreBatch PredictInChunks(Classifier& model, const ImageBatch& images, std::size_t chunk) {
  ScoreBatch all;
  ForEachPart(images.size(), static_cast<int>(chunk), [&](std::size_t begin, std::size_t rows) {
    const ScoreBatch part = model.Predict(images.Slice(begin, rows));
    all.kind = part.kind;
    all.classes = part.classes;
    all.values.insert(all.values.end(), part.values.begin(), part.values.end());
  });
  return all;
}

ImageBatch DecodeInChunks(Generator& model, const LatentBatch& latents, std::size_t chunk) {
  ImageBatch images;
  ForEachPart(latents.size(), static_cast<int>(chunk), [&](std::size_t begin, std::size_t rows) {
    const ImageBatch part = model.Decode(latents.Slice(begin, rows));
    images.shape = part.shape;
    images.values.insert(images.values.end(), part.values.begin(), part.values.end());
  });
  return images;
}

LatentBatch EncodeInChunks(Generator& model, const ImageBatch& images, std::span<const int> labels,
                           std::size_t chunk) {
  LatentBatch latents(0, model.card().latent_size);
  ForEachPart(images.size(), static_cast<int>(chunk), [&](std::size_t begin, std::size_t rows) {
    const LatentBatch part = model.Encode(images.Slice(begin, rows), labels.subspan(begin, rows));
    for (std::size_t i = 0; i < rows; ++i) latents.Append(part.row(i), labels[begin + i]);
  });
  return latents;
}

}  // namespace latentfuzz
