#include "latentfuzz/training/pyramid.h"

#include <algorithm>

namespace latentfuzz::training {
namespace {

constexpr int kSmallest = 8, kLargest = 64;

}  // namespace

int Halvings(const ImageShape& shape) { return std::max(shape.height, shape.width) > 32 ? 3 : 2; }

bool PyramidFits(const ImageShape& shape) {
  const auto fits = [divisor = 1 << Halvings(shape)](int side) {
    return side >= kSmallest && side <= kLargest && side % divisor == 0;
  };
  return fits(shape.height) && fits(shape.width);
}

}  // namespace latentfuzz::training
