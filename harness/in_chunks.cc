#include "latentfuzz/harness/in_chunks.h"

#include <algorithm>

namespace latentfuzz {

ScoreBatch PredictInChunks(Classifier& model, const ImageBatch& images, std::size_t chunk) {
  ScoreBatch all;
  for (std::size_t begin = 0; begin < images.size(); begin += chunk) {
    const ScoreBatch part =
        model.Predict(images.Slice(begin, std::min(chunk, images.size() - begin)));
    all.kind = part.kind;
    all.classes = part.classes;
    all.values.insert(all.values.end(), part.values.begin(), part.values.end());
  }
  return all;
}

ImageBatch DecodeInChunks(Generator& model, const LatentBatch& latents, std::size_t chunk) {
  ImageBatch images;
  for (std::size_t begin = 0; begin < latents.size(); begin += chunk) {
    const ImageBatch part =
        model.Decode(latents.Slice(begin, std::min(chunk, latents.size() - begin)));
    images.shape = part.shape;
    images.values.insert(images.values.end(), part.values.begin(), part.values.end());
  }
  return images;
}

LatentBatch EncodeInChunks(Generator& model, const ImageBatch& images, std::span<const int> labels,
                           std::size_t chunk) {
  LatentBatch latents(0, model.card().latent_size);
  for (std::size_t begin = 0; begin < images.size(); begin += chunk) {
    const std::size_t rows = std::min(chunk, images.size() - begin);
    const LatentBatch part = model.Encode(images.Slice(begin, rows), labels.subspan(begin, rows));
    for (std::size_t i = 0; i < rows; ++i) latents.Append(part.row(i), labels[begin + i]);
  }
  return latents;
}

}  // namespace latentfuzz
