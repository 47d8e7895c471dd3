#include "latentfuzz/zoo/recipe.h"

#include <array>

namespace latentfuzz::zoo {

FashionData LoadFashion(const std::filesystem::path& folder) {
  return {
      ReadIdx(folder / "train-images-idx3-ubyte.gz", folder / "train-labels-idx1-ubyte.gz"),
      ReadIdx(folder / "t10k-images-idx3-ubyte.gz", folder / "t10k-labels-idx1-ubyte.gz"),
  };
}

std::span<const Recipe> Recipes() {
  static constexpr std::array<Recipe, 6> kRecipes{{
      {"fashion-cnn", TrainFashionCnn},
      {"fashion-cnn-int8", QuantizeFashionCnn},
      {"fashion-mlp", TrainFashionMlp},
      {"fashion-vae", TrainFashionVae},
      {"fashion-gan", TrainFashionGan},
      {"fashion-flow", TrainFashionFlow},
  }};
  return kRecipes;
}

std::filesystem::path ModelPath(const std::filesystem::path& out, std::string_view name) {
  return out / (std::string(name) + ".pt");
}

}  // namespace latentfuzz::zoo
