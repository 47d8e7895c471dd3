#include <fmt/format.h>

#include "latentfuzz/training/flow.h"
#include "latentfuzz/training/vae_design.h"

namespace latentfuzz::training {
namespace {

// After those of the flow. `posterior` and `decode_code` speak of codes, the others of latents.
constexpr const char* kSource = R"(
def posterior(self, x):
    x = torch.relu(torch.conv2d(x, self.enc1_weight, self.enc1_bias, [2, 2], [1, 1]))
    x = torch.relu(torch.conv2d(x, self.enc2_weight, self.enc2_bias, [2, 2], [1, 1]))
    x = torch.relu(torch.linear(torch.flatten(x, 1), self.enc3_weight, self.enc3_bias))
    mean = torch.linear(x, self.mean_weight, self.mean_bias)
    return mean, torch.linear(x, self.spread_weight, self.spread_bias)

def decode_code(self, z):
    z = torch.relu(torch.linear(z, self.dec1_weight, self.dec1_bias))
    z = torch.relu(torch.linear(z, self.dec2_weight, self.dec2_bias))
    z = torch.sigmoid(torch.linear(z, self.dec3_weight, self.dec3_bias))
    return torch.reshape(z, [-1, {}, {}, {}])

def encode(self, x):
    return self.latent_from_code(self.posterior(x)[0])[0]

def forward(self, z):
    return self.decode_code(self.code_from_latent(z))
)";

}  // namespace

ModuleDesign DenseVae(const ImageShape& shape, int latent, const DenseUnits& units) {
  const FlowShape flow{.size = latent, .couplings = 6, .hidden = 96};
  const auto pixels = static_cast<std::int64_t>(shape.pixels());
  ModuleDesign design{
      {
          {"enc1", {32, shape.channels, 4, 4}},
          {"enc2", {64, 32, 4, 4}},
          {"enc3", {units.encoder, 64 * (shape.height / 4) * (shape.width / 4)}},
          {"mean", {latent, units.encoder}, 1},
          {"spread", {latent, units.encoder}, 0.1},
          {"dec1", {units.decoder1, latent}},
          {"dec2", {units.decoder2, units.decoder1}},
          {"dec3", {pixels, units.decoder2}, 1},
      },
      FlowSource(flow) + fmt::format(kSource, shape.channels, shape.height, shape.width)};
  const std::vector<LayerSpec> flow_layers = FlowLayers(flow);
  design.layers.insert(design.layers.end(), flow_layers.begin(), flow_layers.end());
  return design;
}

}  // namespace latentfuzz::training
