#include "latentfuzz/zoo/recipe.h"

#include <array>

namespace latentfuzz::zoo {

std::filesystem::path Job::Path(std::string_view kind) const {
  return settings.out / (ModelName(set, kind) + ".pt");
}

std::span<const Recipe> Recipes() {
  static constexpr std::array<Recipe, 6> kRecipes{{
      {"cnn", TrainCnn},
      {"cnn-int8", QuantizeCnn},
      {"mlp", TrainMlp},
      {"vae", TrainVae},
      {"gan", TrainGan},
      {"flow", TrainFlow},
  }};
  return kRecipes;
}

}  // namespace latentfuzz::zoo
