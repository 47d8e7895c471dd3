// Images of one size to a classifier of another.
#pragma once

#include <string>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/base/batch.h"

namespace latentfuzz {

// Whether a classifier of this card takes such images: those of its shape, those of its channels
// where the card has a resize rule, any where it knows no shape.
bool Takes(const PixelFormat& format, const ImageShape& shape);

// What to do about images that it does not take: the line of the card, where one would help.
std::string FitHint(const ModelCard& card, const ImageShape& shape);

// `images` in the height and width of the card's shape, by its rule, as OpenCV's cv::resize
// computes it on every channel: pixels are squares whose centres lie at half-integers (but for
// nearest, which takes the pixel at floor(x * from / to)); bilinear does not smooth when it
// shrinks; area averages when it shrinks, and is bilinear where it enlarges. REQUIRES: Takes() and
// another size.
ImageBatch Resized(const PixelFormat& format, const ImageBatch& images);

}  // namespace latentfuzz
