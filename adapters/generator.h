// A generator: latents (and labels, where conditional) to images; may also encode.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/base/batch.h"

namespace latentfuzz {

// Not thread-safe: one instance a thread.
class Generator {
 public:
  virtual ~Generator() = default;

  // Images in the canonical range [0,1], shape [n] x card().image.shape. Throws Error{kSetup}
  // for latents of another size than card().latent_size, and for output outside the range that
  // the card declares (never clamped silently).
  virtual ImageBatch Decode(const LatentBatch& latents) = 0;

  virtual bool can_encode() const = 0;
  // Latents whose decodings resemble the images (a VAE's mean), with the labels given. A
  // conditional generator needs the class of each image, [n]; others take no notice. REQUIRES:
  // can_encode().
  virtual LatentBatch Encode(const ImageBatch& images, std::span<const int> labels = {}) = 0;

  virtual const ModelCard& card() const = 0;
  virtual const EngineInfo& engine() const = 0;
  // Hash of weights, card and decode settings; 64 hex digits.
  virtual const std::string& fingerprint() const = 0;
  virtual const std::string& uri() const = 0;
};

std::unique_ptr<Generator> OpenGenerator(std::string_view uri, const OpenOptions& options = {});

}  // namespace latentfuzz
