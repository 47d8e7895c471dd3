// The space in which objectives compare images: pixels, or what a model makes of them.
#pragma once

#include <cstddef>
#include <memory>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/base/batch.h"

namespace latentfuzz {

// A model whose outputs, one row an image, are taken as its features: the activations of some layer
// or, simplest, the logits of a classifier that is not under test.
class Features {
 public:
  // `chunk` > 0 images are given to the model at a time.
  Features(std::shared_ptr<Classifier> model, std::size_t chunk);

  // [n, 1, 1, features]: each row of features as an image of one line.
  ImageBatch Of(const ImageBatch& images) const;
  const std::string& fingerprint() const { return model_->fingerprint(); }

 private:
  std::shared_ptr<Classifier> model_;
  std::size_t chunk_;
};

}  // namespace latentfuzz
