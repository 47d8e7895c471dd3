#include "latentfuzz/training/classifier_design.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace latentfuzz::training {
namespace {

constexpr std::array<int, 3> kWidths{24, 48, 96};  // channels of the blocks; later ones as the last
constexpr int kSmallestSide = 4;

}  // namespace

ModuleDesign ClassifierDesign(const ImageShape& shape, int classes) {
  ModuleDesign design;
  std::string blocks;
  int from = shape.channels;
  int height = shape.height, width = shape.width;
  std::size_t block = 0;
  for (; std::min(height, width) > kSmallestSide; ++block) {
    const int to = kWidths[std::min(block, kWidths.size() - 1)];
    const std::string name = fmt::format("conv{}", block + 1);
    design.layers.push_back({name, {to, from, 3, 3}});
    blocks += fmt::format(
        "    before = x\n"
        "    x = torch.relu(torch.conv2d(x, self.{0}_weight, self.{0}_bias, [1, 1], [1, 1]))\n"
        "    x = torch.max_pool2d(x, [2, 2])\n",
        name);
    from = to;
    height /= 2;
    width /= 2;
  }
  design.layers.push_back({"fc", {classes, std::int64_t{from} * height * width}, 1});
  design.source = "\ndef features(self, x):\n" + blocks + R"(    return before, x

def forward(self, x):
    x = self.features(x)[1]
    return torch.linear(torch.flatten(x, 1), self.fc_weight, self.fc_bias)
)";
  return design;
}

}  // namespace latentfuzz::training
