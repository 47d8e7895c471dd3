// Canonical pixels to a model's pixels, and back.
//
// model = ((canonical * (high - low) + low) - mean) / std, channel by channel; then the channels'
// order (bgr) and the layout (nhwc). See PixelFormat in model_card.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/base/batch.h"

namespace latentfuzz {

// Canonical pixels that overstep [0,1] by no more than this are clipped to it; beyond, they are an
// error. In units of the canonical range.
inline constexpr float kPixelTolerance = 1e-3F;

// Whether the model's pixels are the canonical ones, bit for bit.
bool IsCanonical(const PixelFormat& format);

// Sizes of the tensor that holds `rows` images: [rows, C, H, W] or [rows, H, W, C].
std::vector<std::int64_t> TensorSizes(const PixelFormat& format, const ImageShape& shape,
                                      std::size_t rows);

// The pixels that the model sees, in the order of its layout. Copies only where they differ from
// the canonical ones; else a view of `images`, which must outlive it.
class ModelPixels {
 public:
  ModelPixels(const PixelFormat& format, const ImageBatch& images);
  ModelPixels(const PixelFormat& format, ImageBatch&& images) = delete;
  ModelPixels(const ModelPixels&) = delete;
  ModelPixels& operator=(const ModelPixels&) = delete;

  std::span<const float> values() const { return values_; }

 private:
  std::vector<float> converted_;
  std::span<const float> values_;
};

// The canonical images of what a model returned; `pixels` as TensorSizes() lays it out. Throws
// Error{kSetup} for a NaN and for pixels outside the declared range by more than kPixelTolerance;
// the message begins with `model` (a file's name) and shows the observed range, the hint shows
// the line of the card.
ImageBatch FromModelPixels(const PixelFormat& format, const ImageShape& shape,
                           std::vector<float> pixels, const std::string& model);

}  // namespace latentfuzz
