#include "latentfuzz/adapters/resize.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>
#include <utility>

namespace latentfuzz {
namespace {

constexpr std::array<std::pair<Resize, int>, 3> kInterpolations{
    {{Resize::kNearest, cv::INTER_NEAREST},
     {Resize::kBilinear, cv::INTER_LINEAR},
     {Resize::kArea, cv::INTER_AREA}}};

int Interpolation(Resize rule) {
  return std::find_if(kInterpolations.begin(), kInterpolations.end(),
                      [&](const auto& row) { return row.first == rule; })
      ->second;
}

}  // namespace

bool Takes(const PixelFormat& format, const ImageShape& shape) {
  if (!format.shape || *format.shape == shape) return true;
  return format.resize != Resize::kNone && format.shape->channels == shape.channels;
}

std::string FitHint(const ModelCard& card, const ImageShape& shape) {
  if (card.image.shape->channels != shape.channels)
    return "use a generator and classifiers of one number of channels";
  return fmt::format(
      "add resize = \"bilinear\" (or \"area\", \"nearest\": as the model was trained) under "
      "[input] "
      "of {}, or use a generator and classifiers of one image size",
      card.source.empty() ? "its card" : card.source.string());
}

ImageBatch Resized(const PixelFormat& format, const ImageBatch& images) {
  ImageBatch resized(images.size(), *format.shape);
  const auto plane = [](ImageBatch& batch, std::size_t image, int channel) {
    const ImageShape& shape = batch.shape;
    return cv::Mat(shape.height, shape.width, CV_32F,
                   batch.image(image).data() +
                       static_cast<std::ptrdiff_t>(channel) * shape.height * shape.width);
  };
  // OpenCV takes what it reads as mutable, but leaves it alone.
  auto& from = const_cast<ImageBatch&>(images);
  for (std::size_t i = 0; i < images.size(); ++i) {
    for (int c = 0; c < images.shape.channels; ++c) {
      cv::Mat to = plane(resized, i, c);
      cv::resize(plane(from, i, c), to, to.size(), 0, 0, Interpolation(format.resize));
    }
  }
  return resized;
}

}  // namespace latentfuzz
