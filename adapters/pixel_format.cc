#include "latentfuzz/adapters/pixel_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

// raw = canonical * scale + offset, of one channel.
struct Affine {
  float scale, offset;
};

// `channel` counts in the model's order, as mean and std do.
Affine ChannelAffine(const PixelFormat& format, std::size_t channel) {
  const double mean = format.mean.empty() ? 0 : format.mean[channel];
  const double deviation = format.std.empty() ? 1 : format.std[channel];
  return {static_cast<float>((format.high - format.low) / deviation),
          static_cast<float>((format.low - mean) / deviation)};
}

// Visits every pixel as (index in NCHW canonical order, index in the model's order, channel of the
// model), channel by channel.
template <typename VisitChannel>
void ForEachChannel(const PixelFormat& format, const ImageShape& shape, std::size_t rows,
                    VisitChannel&& visit) {
  const auto channels = static_cast<std::size_t>(shape.channels);
  const std::size_t plane = shape.pixels() / channels;
  const bool nhwc = format.layout == Layout::kNhwc;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t c = 0; c < channels; ++c) {
      const std::size_t model_c = format.color == ColorOrder::kBgr ? channels - 1 - c : c;
      const std::size_t image = row * shape.pixels();
      const std::size_t start = image + (nhwc ? model_c : model_c * plane);
      visit(image + c * plane, start, nhwc ? channels : 1, plane, ChannelAffine(format, model_c));
    }
  }
}

std::string RangeHint(const PixelFormat& format, float low, float high) {
  struct Usual {
    float low, high;
  };
  static constexpr Usual kUsual[] = {{0, 1}, {-1, 1}, {0, 255}};
  const std::string card = "under [output] of the model's card";
  for (const Usual& usual : kUsual) {
    const bool declared = static_cast<float>(format.low) == usual.low &&
                          static_cast<float>(format.high) == usual.high;
    const float slack = kPixelTolerance * (usual.high - usual.low);
    if (!declared && low >= usual.low - slack && high <= usual.high + slack)
      return fmt::format("set range = [{}, {}] {}, if that is what the model returns", usual.low,
                         usual.high, card);
  }
  return fmt::format("set the true range {}, or end the model with a sigmoid", card);
}

// Observed range in the model's units, mean and std undone.
[[noreturn]] void FailRange(const PixelFormat& format, float low, float high,
                            const std::string& model) {
  const auto raw = [&](float canonical) {
    return static_cast<float>(canonical * (format.high - format.low) + format.low);
  };
  throw Error(
      ErrorKind::kSetup,
      fmt::format("{}: decoded pixels span [{:.4g}, {:.4g}], but the card declares [{}, {}]", model,
                  raw(low), raw(high), format.low, format.high),
      RangeHint(format, raw(low), raw(high)));
}

void ClipToCanonical(const PixelFormat& format, std::vector<float>* pixels,
                     const std::string& model) {
  float low = 0, high = 1;
  bool nan = false;
  for (const float p : *pixels) {
    nan |= std::isnan(p);
    low = std::min(low, p);
    high = std::max(high, p);
  }
  if (nan)
    throw Error(ErrorKind::kSetup, fmt::format("{}: decoded pixels are NaN", model),
                "check the generator's weights, and that latents are finite");
  if (low < -kPixelTolerance || high > 1 + kPixelTolerance) {
    const auto [least, most] = std::minmax_element(pixels->begin(), pixels->end());
    FailRange(format, *least, *most, model);
  }
  if (low < 0 || high > 1)
    for (float& p : *pixels) p = std::clamp(p, 0.0F, 1.0F);
}

}  // namespace

bool IsCanonical(const PixelFormat& format) {
  return format.low == 0 && format.high == 1 && format.mean.empty() && format.std.empty() &&
         format.color != ColorOrder::kBgr && format.layout == Layout::kNchw;
}

std::vector<std::int64_t> TensorSizes(const PixelFormat& format, const ImageShape& shape,
                                      std::size_t rows) {
  const auto n = static_cast<std::int64_t>(rows);
  if (format.layout == Layout::kNhwc) return {n, shape.height, shape.width, shape.channels};
  return {n, shape.channels, shape.height, shape.width};
}

ModelPixels::ModelPixels(const PixelFormat& format, const ImageBatch& images)
    : values_(images.values) {
  if (IsCanonical(format)) return;
  converted_.resize(images.values.size());
  ForEachChannel(format, images.shape, images.size(),
                 [&](std::size_t canonical, std::size_t model, std::size_t stride,
                     std::size_t count, Affine affine) {
                   for (std::size_t i = 0; i < count; ++i)
                     converted_[model + i * stride] =
                         images.values[canonical + i] * affine.scale + affine.offset;
                 });
  values_ = converted_;
}

ImageBatch FromModelPixels(const PixelFormat& format, const ImageShape& shape,
                           std::vector<float> pixels, const std::string& model) {
  ImageBatch images;
  images.shape = shape;
  if (IsCanonical(format)) {
    images.values = std::move(pixels);
  } else {
    images.values.resize(pixels.size());
    ForEachChannel(format, shape, images.size(),
                   [&](std::size_t canonical, std::size_t raw, std::size_t stride,
                       std::size_t count, Affine affine) {
                     for (std::size_t i = 0; i < count; ++i)
                       images.values[canonical + i] =
                           (pixels[raw + i * stride] - affine.offset) / affine.scale;
                   });
  }
  ClipToCanonical(format, &images.values, model);
  return images;
}

}  // namespace latentfuzz
