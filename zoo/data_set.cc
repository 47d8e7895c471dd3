#include "latentfuzz/zoo/data_set.h"

#include <cctype>

#include "latentfuzz/zoo/seeds.h"

namespace latentfuzz::zoo {
namespace {

namespace fs = std::filesystem;

LabelledImages Load(const fs::path& folder, const std::string& part) {
  const bool plain = fs::exists(folder / (part + "-images-idx3-ubyte"));
  const std::string ending = plain ? "-ubyte" : "-ubyte.gz";
  return ReadIdx(folder / (part + "-images-idx3" + ending),
                 folder / (part + "-labels-idx1" + ending));
}

}  // namespace

std::span<const DataSet> DataSets() {
  static const std::vector<DataSet> kSets{
      {.name = "fashion",
       .title = "Fashion-MNIST",
       .folder = "/usr/share/datasets/fashion-mnist",
       .classes = {"T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt",
                   "Sneaker", "Bag", "Ankle boot"},
       .mirrored = true,
       .cnn_channels = {32, 64, 64},
       .mlp_units = {256, 128},
       .vae_latent = 28,
       .epochs = {.cnn = 14, .mlp = 20, .vae = 22, .gan = 6, .flow = 6}},
      {.name = "mnist",
       .title = "MNIST",
       .folder = {},
       .classes = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"},
       .mirrored = false,
       .cnn_channels = {16, 32, 32},
       .mlp_units = {128, 64},
       .vae_latent = 24,
       .vae_units = {.encoder = 128, .decoder1 = 256, .decoder2 = 384},
       .epochs = {.cnn = 6, .mlp = 12, .vae = 16, .gan = 5, .flow = 4}},
  };
  return kSets;
}

std::string ModelName(const DataSet& set, std::string_view kind) {
  return std::string(set.name) + "-" + std::string(kind);
}

std::string ModuleName(const DataSet& set, std::string_view kind) {
  std::string name(set.name);
  name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
  return name.append(kind);
}

training::DataFacts Facts(const DataSet& set, const ImageShape& shape) {
  return {shape, SeedImages(set), SeedLabels(set)};
}

Images LoadImages(const fs::path& folder) { return {Load(folder, "train"), Load(folder, "t10k")}; }

}  // namespace latentfuzz::zoo
