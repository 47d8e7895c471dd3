// The usual ways to prepare images for a classifier.
#pragma once

#include <string>
#include <vector>

#include "latentfuzz/adapters/model_card.h"

namespace latentfuzz {

struct FormatChange {
  PixelFormat format;
  std::vector<std::string> lines;  // of [input], that make it of the declared one: color = "bgr"
};

// What a model's author may have meant in place of `declared`: the other order of colours, the
// other layout, the ranges [0,1], [0,255] and [-1,1], and mean and std of ImageNet, CIFAR-10, MNIST
// and Fashion-MNIST; each alone and together; and, for images of another size than the model's,
// each other resize rule. Without those under which the model would see the same pixels. REQUIRES:
// a known shape.
std::vector<FormatChange> LikelyFormats(const PixelFormat& declared, const ImageShape& images);

}  // namespace latentfuzz
