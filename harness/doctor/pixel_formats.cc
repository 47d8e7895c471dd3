#include "latentfuzz/harness/doctor/pixel_formats.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "latentfuzz/adapters/model_card_words.h"

namespace latentfuzz {
namespace {

using Numbers = std::vector<double>;

// Range, mean and std; these in the order red, green, blue and in units of the range.
struct Scale {
  double low, high;
  Numbers mean = {}, std = {};
};

const std::vector<Scale>& Scales(int channels) {
  static const std::vector<Scale> kColor{
      {0, 1},
      {0, 255},
      {-1, 1},
      {0, 1, {0.485, 0.456, 0.406}, {0.229, 0.224, 0.225}},      // ImageNet
      {0, 255, {123.68, 116.779, 103.939}},                      // ImageNet, in Caffe's manner
      {0, 1, {0.4914, 0.4822, 0.4465}, {0.247, 0.2435, 0.2616}}  // CIFAR-10
  };
  static const std::vector<Scale> kGray{{0, 1},
                                        {0, 255},
                                        {-1, 1},
                                        {0, 1, {0.1307}, {0.3081}},  // MNIST
                                        {0, 1, {0.286}, {0.353}}};   // Fashion-MNIST
  return channels == 1 ? kGray : kColor;
}

Numbers InModelOrder(Numbers numbers, ColorOrder color) {
  if (color == ColorOrder::kBgr) std::reverse(numbers.begin(), numbers.end());
  return numbers;
}

double At(const Numbers& numbers, std::size_t channel, double otherwise) {
  return numbers.empty() ? otherwise : numbers[channel];
}

bool SamePixels(const PixelFormat& a, const PixelFormat& b) {
  if (a.color != b.color || a.layout != b.layout || a.resize != b.resize) return false;
  const auto same = [](double x, double y) { return std::abs(x - y) < 1e-6 * (1 + std::abs(x)); };
  for (std::size_t c = 0; c < static_cast<std::size_t>(a.shape->channels); ++c) {
    const auto ends = [c](const PixelFormat& f) {
      const double mean = At(f.mean, c, 0), std = At(f.std, c, 1);
      return std::pair((f.low - mean) / std, (f.high - mean) / std);
    };
    if (!same(ends(a).first, ends(b).first) || !same(ends(a).second, ends(b).second)) return false;
  }
  return true;
}

std::string NumbersLine(const char* key, const Numbers& numbers) {
  return numbers.empty() ? fmt::format("no {}", key)
                         : fmt::format("{} = [{}]", key, fmt::join(numbers, ", "));
}

std::vector<std::string> Lines(const PixelFormat& from, const PixelFormat& to) {
  std::vector<std::string> lines;
  if (to.color != from.color)
    lines.push_back(fmt::format("color = \"{}\"", WordFor(kColorWords, to.color)));
  if (to.layout != from.layout) {
    const ImageShape& s = *to.shape;
    lines.push_back(to.layout == Layout::kNhwc
                        ? fmt::format("layout = \"nhwc\" with shape = [{}, {}, {}]", s.height,
                                      s.width, s.channels)
                        : fmt::format("layout = \"nchw\" with shape = [{}, {}, {}]", s.channels,
                                      s.height, s.width));
  }
  if (to.resize != from.resize)
    lines.push_back(fmt::format("resize = \"{}\"", WordFor(kResizeWords, to.resize)));
  if (to.low != from.low || to.high != from.high)
    lines.push_back(fmt::format("range = [{}, {}]", to.low, to.high));
  if (to.mean != from.mean) lines.push_back(NumbersLine("mean", to.mean));
  if (to.std != from.std) lines.push_back(NumbersLine("std", to.std));
  return lines;
}

// The declared format with every order of colours and every layout that makes a difference.
std::vector<PixelFormat> Arrangements(const PixelFormat& declared) {
  std::vector<PixelFormat> arrangements{declared};
  if (declared.shape->channels == 1) return arrangements;
  PixelFormat other = declared;
  other.color = declared.color == ColorOrder::kRgb ? ColorOrder::kBgr : ColorOrder::kRgb;
  arrangements.push_back(other);
  for (std::size_t i = 0; i < 2; ++i) {
    other = arrangements[i];
    other.layout = declared.layout == Layout::kNchw ? Layout::kNhwc : Layout::kNchw;
    arrangements.push_back(other);
  }
  return arrangements;
}

}  // namespace

std::vector<FormatChange> LikelyFormats(const PixelFormat& declared, const ImageShape& images) {
  std::vector<PixelFormat> formats;
  const auto add = [&](const PixelFormat& format) {
    const auto same = [&](const PixelFormat& known) { return SamePixels(known, format); };
    if (!same(declared) && std::ranges::none_of(formats, same)) formats.push_back(format);
  };
  for (PixelFormat format : Arrangements(declared)) {
    add(format);
    for (const Scale& scale : Scales(declared.shape->channels)) {
      format.low = scale.low;
      format.high = scale.high;
      format.mean = InModelOrder(scale.mean, format.color);
      format.std = InModelOrder(scale.std, format.color);
      add(format);
    }
  }
  if (images != *declared.shape)
    for (const auto& [word, rule] : kResizeWords) {
      PixelFormat format = declared;
      format.resize = rule;
      if (rule != Resize::kNone) add(format);
    }
  std::vector<FormatChange> changes;
  for (PixelFormat& format : formats) {
    std::vector<std::string> lines = Lines(declared, format);
    changes.push_back({std::move(format), std::move(lines)});
  }
  return changes;
}

}  // namespace latentfuzz
