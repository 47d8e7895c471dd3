#include "latentfuzz/training/rectified_flow_design.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "latentfuzz/training/pyramid.h"

namespace latentfuzz::training {
namespace {

constexpr int kFine = 32, kCoarse = 64;             // channels
constexpr int kOverview = 8, kOverviewUnits = 256;  // channels and hidden units
constexpr int kEmbedding = 64, kFrequencies = 8;
constexpr double kDeviation = 0.7;  // of pixels in [-1, 1], for scaling only

// Residual blocks in their order; the coarse ones work on blocks of twice as many pixels a side.
struct Block {
  const char* name;
  int channels;
};
constexpr std::array<Block, 5> kBlocks{{{"fine1", kFine},
                                        {"coarse1", kCoarse},
                                        {"coarse2", kCoarse},
                                        {"coarse3", kCoarse},
                                        {"fine2", kFine}}};

// After block `name`.
constexpr std::string_view Passage(std::string_view name) {
  if (name == "fine1")
    return "    skip = h\n"
           "    h = torch.conv2d(torch.pixel_unshuffle(h, 2), self.down_weight, self.down_bias)\n";
  if (name == "coarse1") return "    h = self.overview(h, e)\n";
  if (name == "coarse3")
    return "    h = skip + torch.pixel_shuffle(torch.conv2d(h, self.up_weight, self.up_bias), 2)\n";
  return "";
}

constexpr const char* kBlockSource = R"(
def block(self, h, weight, bias, scale, shift):
    g = h * torch.rsqrt(torch.mean(h * h, [1], True) + 1e-5)
    g = torch.silu(g * (1 + scale) + shift)
    return h + torch.conv2d(g, weight, bias, [1, 1], [1, 1])

def overview(self, h, e):
    g = h * torch.rsqrt(torch.mean(h * h, [1], True) + 1e-5)
    g = torch.conv2d(g, self.gather_weight, self.gather_bias)
    u = torch.linear(torch.cat([torch.flatten(g, 1), e], 1), self.see_weight, self.see_bias)
    u = torch.linear(torch.silu(u), self.tell_weight, self.tell_bias)
    return h + torch.conv2d(torch.reshape(u, g.size()), self.spread_weight, self.spread_bias)
)";

std::string VelocitySource(int pixels_a_side, int modulated) {
  std::string source = fmt::format(R"(
def velocity(self, x, t, wanted):
    angles = torch.unsqueeze(t, 1) * (torch.arange(1., {0}.) * 3.14159265)
    e = torch.cat([torch.sin(angles), torch.cos(angles), wanted * 4], 1)
    e = torch.silu(torch.linear(e, self.embed_weight, self.embed_bias))
    m = torch.linear(e, self.modulate_weight, self.modulate_bias)
    m = torch.reshape(m, [-1, {1}, 1, 1])
    t = torch.reshape(t, [-1, 1, 1, 1])
    deviation = torch.sqrt((1 - t) * (1 - t) + {3} * {3} * t * t)
    x = x / deviation
    h = torch.pixel_unshuffle(x, {2})
    h = torch.conv2d(h, self.in_weight, self.in_bias, [1, 1], [1, 1])
)",
                                   kFrequencies + 1, modulated, pixels_a_side, kDeviation);
  int at = 0;
  for (const Block& block : kBlocks) {
    source += fmt::format(
        "    h = self.block(h, self.{0}_weight, self.{0}_bias, torch.narrow(m, 1, {1}, {2}), "
        "torch.narrow(m, 1, {3}, {2}))\n",
        block.name, at, block.channels, at + block.channels);
    source += Passage(block.name);
    at += 2 * block.channels;
  }
  return source +
         fmt::format(R"(    h = torch.conv2d(h, self.out_weight, self.out_bias, [1, 1], [1, 1])
    rest = {1} * torch.pixel_shuffle(h, {0})
    return ({1} * {1} * t - (1 - t)) / deviation * x + rest / deviation
)",
                     pixels_a_side, kDeviation);
}

std::string IntegralSource(const ImageShape& shape, int classes) {
  return fmt::format(R"(
def one_hot(self, labels):
    return torch.one_hot(labels, {}).to(self.in_weight)

def guided(self, x, t: float, wanted):
    n = x.size(0)
    both = torch.cat([wanted, torch.zeros_like(wanted)])
    v = self.velocity(torch.cat([x, x]), torch.full([2 * n], t), both)
    return torch.lerp(v[n:], v[:n], self.guidance)

def forward(self, z, labels):
    steps = int(self.steps)
    wanted = self.one_hot(labels)
    x = torch.reshape(z, [-1, {}, {}, {}])
    for k in range(steps):
        x = x + self.guided(x, k / steps, wanted) / steps
    return torch.clamp(x * 0.5 + 0.5, 0, 1)

def encode(self, images, labels):
    steps = int(self.steps)
    wanted = self.one_hot(labels)
    last = (steps - 1) / steps
    x = (1 - last) * self.noise + last * (images * 2 - 1)
    for i in range(steps - 1):
        after = x
        for j in range(4):
            x = after - self.guided(x, (steps - 2 - i) / steps, wanted) / steps
    return torch.flatten(x, 1)
)",
                     classes, shape.channels, shape.height, shape.width);
}

}  // namespace

ModuleDesign RectifiedFlow(const ImageShape& shape, int classes, const FlowSettings& settings) {
  const int pixels_a_side = 1 << (Halvings(shape) - 1);
  const std::int64_t block_values = std::int64_t{shape.channels} * pixels_a_side * pixels_a_side;
  const std::int64_t area =
      std::int64_t{shape.height >> Halvings(shape)} * (shape.width >> Halvings(shape));
  ModuleDesign design;
  int modulated = 0;
  for (const Block& block : kBlocks) {
    design.layers.push_back({block.name, {block.channels, block.channels, 3, 3}, 0.5});
    modulated += 2 * block.channels;
  }
  design.layers.insert(design.layers.end(),
                       {{"embed", {kEmbedding, 2 * kFrequencies + std::int64_t{classes}}},
                        {"modulate", {modulated, kEmbedding}, 0},
                        {"in", {kFine, block_values, 3, 3}, 1},
                        {"gather", {kOverview, kCoarse, 1, 1}, 1},
                        {"see", {kOverviewUnits, kOverview * area + kEmbedding}},
                        {"tell", {kOverview * area, kOverviewUnits}, 1},
                        {"spread", {kCoarse, kOverview, 1, 1}, 0.5},
                        {"down", {kCoarse, 4 * kFine, 1, 1}, 1},
                        {"up", {4 * kFine, kCoarse, 1, 1}, 1},
                        {"out", {block_values, kFine, 3, 3}, 0}});
  design.settings = {{"steps", settings.steps}, {"guidance", settings.guidance}};
  design.noise = {{"noise", {1, shape.channels, shape.height, shape.width}}};
  design.source =
      kBlockSource + VelocitySource(pixels_a_side, modulated) + IntegralSource(shape, classes);
  return design;
}

}  // namespace latentfuzz::training
