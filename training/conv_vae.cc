#include <fmt/format.h>

#include <array>

#include "latentfuzz/training/flow.h"
#include "latentfuzz/training/vae_design.h"

namespace latentfuzz::training {
namespace {

constexpr std::array<int, 4> kWidths{32, 64, 96, 96};  // channels, from the pixels inwards
constexpr int kSmallest = 16, kLargest = 64;           // sides, in pixels

// Times that the decoder doubles its sides; the encoder halves them once more.
int Doublings(const ImageShape& shape) { return std::max(shape.height, shape.width) > 32 ? 3 : 2; }

std::string PosteriorSource(int halvings) {
  std::string source = "\ndef posterior(self, x):\n    h = x\n";
  for (int i = 1; i <= halvings; ++i) {
    source += fmt::format(
        "    h = torch.relu(torch.conv2d(h, self.enc{0}_weight, self.enc{0}_bias, [2, 2], "
        "[1, 1]))\n",
        i);
  }
  return source + R"(    h = torch.flatten(h, 1)
    linear = torch.linear(torch.flatten(x, 1), self.linear_enc_weight, self.linear_enc_bias)
    mean = linear + torch.linear(h, self.mean_weight, self.mean_bias)
    return mean, torch.linear(h, self.spread_weight, self.spread_bias)
)";
}

std::string DecodeSource(const ImageShape& shape, int doublings) {
  const int scale = 1 << doublings;
  std::string source = fmt::format(R"(
def decode_code(self, z):
    h = torch.relu(torch.linear(z, self.dec0_weight, self.dec0_bias))
    h = torch.reshape(h, [-1, {}, {}, {}])
)",
                                   kWidths[static_cast<std::size_t>(doublings - 1)],
                                   shape.height / scale, shape.width / scale);
  for (int i = 1; i <= doublings; ++i) {
    const std::string up = fmt::format(
        "torch.conv_transpose2d(h, self.dec{0}_weight, self.dec{0}_bias, [2, 2], [1, 1])", i);
    source += i < doublings ? fmt::format("    h = torch.relu({})\n", up)
                            : fmt::format("    h = {}\n", up);
  }
  return source +
         fmt::format(R"(    linear = torch.linear(z, self.linear_dec_weight, self.linear_dec_bias)
    return torch.sigmoid(h + torch.reshape(linear, [-1, {}, {}, {}]))
)",
                     shape.channels, shape.height, shape.width);
}

constexpr const char* kSource = R"(
def encode(self, x):
    return self.latent_from_code(self.posterior(x)[0])[0]

def forward(self, z):
    return self.decode_code(self.code_from_latent(z))
)";

std::int64_t Area(const ImageShape& shape, int scale) {
  return static_cast<std::int64_t>(shape.height / scale) * (shape.width / scale);
}

}  // namespace

bool ConvVaeFits(const ImageShape& shape) {
  const auto fits = [](int side, int divisor) {
    return side >= kSmallest && side <= kLargest && side % divisor == 0;
  };
  const int divisor = 2 << Doublings(shape);
  return fits(shape.height, divisor) && fits(shape.width, divisor);
}

ModuleDesign ConvVae(const ImageShape& shape, int latent) {
  const FlowShape flow{.size = latent, .couplings = 6, .hidden = 192};
  const auto pixels = static_cast<std::int64_t>(shape.pixels());
  const int doublings = Doublings(shape);
  const auto width = [](int stage) { return kWidths[static_cast<std::size_t>(stage)]; };

  ModuleDesign design;
  int from = shape.channels;
  for (int i = 0; i <= doublings; ++i) {
    design.layers.push_back({fmt::format("enc{}", i + 1), {width(i), from, 4, 4}});
    from = width(i);
  }
  const std::int64_t encoded = from * Area(shape, 2 << doublings);
  design.layers.insert(design.layers.end(), {{"mean", {latent, encoded}, 0},
                                             {"spread", {latent, encoded}, 0},
                                             {"linear_enc", {latent, pixels}, 1},
                                             {"linear_dec", {pixels, latent}, 1}});
  from = width(doublings - 1);
  design.layers.push_back({"dec0", {from * Area(shape, 1 << doublings), latent}});
  for (int i = 1; i <= doublings; ++i) {
    const bool last = i == doublings;
    const int to = last ? shape.channels : width(doublings - 1 - i);
    design.layers.push_back({fmt::format("dec{}", i), {from, to, 4, 4}, last ? 0.0 : 2.0, true});
    from = to;
  }
  const std::vector<LayerSpec> flow_layers = FlowLayers(flow);
  design.layers.insert(design.layers.end(), flow_layers.begin(), flow_layers.end());
  design.source =
      FlowSource(flow) + PosteriorSource(doublings + 1) + DecodeSource(shape, doublings) + kSource;
  return design;
}

}  // namespace latentfuzz::training
