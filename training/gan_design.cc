#include "latentfuzz/training/gan_design.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "latentfuzz/training/pyramid.h"

namespace latentfuzz::training {
namespace {

constexpr std::array<int, 4> kWidths{32, 48, 96, 128};  // channels after so many halvings

int Width(int halvings) { return kWidths[static_cast<std::size_t>(halvings)]; }

std::int64_t Area(const ImageShape& shape, int halvings) {
  return static_cast<std::int64_t>(shape.height >> halvings) * (shape.width >> halvings);
}

// Leaky ReLU, then every pixel's channels scaled to a mean square of 1 (Karras et al., arXiv
// 1710.10196, section 4.2).
constexpr const char* kActivate = R"(
def activate(self, h):
    h = torch.leaky_relu(h, 0.2)
    return h * torch.rsqrt(torch.mean(h * h, [1], True) + 1e-8)
)";

}  // namespace

ModuleDesign GanGenerator(const ImageShape& shape, int latent, int classes) {
  const int halvings = Halvings(shape);
  ModuleDesign design;
  design.layers.push_back(
      {"first", {Width(halvings) * Area(shape, halvings), std::int64_t{latent} + classes}, 2});
  // The class counts for as much as all of z.
  design.source = fmt::format(R"({}
def forward(self, z, labels):
    wanted = torch.one_hot(labels, {}).to(z) * {}
    h = torch.linear(torch.cat([z, wanted], 1), self.first_weight, self.first_bias)
    h = self.activate(torch.reshape(h, [-1, {}, {}, {}]))
)",
                              kActivate, classes, std::sqrt(latent), Width(halvings),
                              shape.height >> halvings, shape.width >> halvings);
  for (int level = halvings - 1; level > 0; --level) {
    const std::int64_t to = Width(level);
    const std::string up = fmt::format("up{}", level), mix = fmt::format("mix{}", level);
    design.layers.push_back({up, {4 * to, Width(level + 1), 1, 1}, 1});
    design.layers.push_back({mix, {to, to, 3, 3}});
    design.source += fmt::format(
        "    h = torch.pixel_shuffle(torch.conv2d(h, self.{0}_weight, self.{0}_bias), 2)\n"
        "    h = self.activate(torch.conv2d(h, self.{1}_weight, self.{1}_bias, [1, 1], [1, 1]))\n",
        up, mix);
  }
  design.layers.push_back({"last", {Width(1), shape.channels, 4, 4}, 1, true});
  design.source +=
      "    return torch.sigmoid(torch.conv_transpose2d(h, self.last_weight, self.last_bias, "
      "[2, 2], [1, 1]))\n";
  return design;
}

ModuleDesign GanCritic(const ImageShape& shape, int classes) {
  const int halvings = Halvings(shape);
  ModuleDesign design;
  design.source = "\ndef forward(self, x, labels):\n    h = x * 2 - 1\n";
  int from = shape.channels;
  for (int level = 1; level <= halvings; ++level) {
    const std::string name = fmt::format("conv{}", level);
    design.layers.push_back({name, {Width(level), from, 4, 4}});
    design.source += fmt::format(
        "    h = torch.leaky_relu(torch.conv2d(h, self.{0}_weight, self.{0}_bias, [2, 2], "
        "[1, 1]), 0.2)\n",
        name);
    from = Width(level);
  }
  design.layers.push_back({"score", {classes, from * Area(shape, halvings)}, 1});
  design.source +=
      R"(    scores = torch.linear(torch.flatten(h, 1), self.score_weight, self.score_bias)
    return torch.squeeze(torch.gather(scores, 1, torch.unsqueeze(labels, 1)), 1)
)";
  return design;
}

}  // namespace latentfuzz::training
