// A recipe trains one model of the zoo and writes NAME.pt and NAME.card.toml.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "latentfuzz/adapters/dataset.h"

namespace latentfuzz::zoo {

struct FashionData {
  LabelledImages train;  // 60 000
  LabelledImages test;   // 10 000
};

// Reads the four IDX files of Fashion-MNIST as they are published (gzip). Throws Error{kIo},
// Error{kData}.
FashionData LoadFashion(const std::filesystem::path& folder);

struct Settings {
  std::filesystem::path data;  // the folder that LoadFashion() read
  std::filesystem::path out;   // where artefacts are written, and read by recipes that need others
  std::uint64_t seed = 1;
  int epochs = 0;               // 0 = the recipe's own number
  double near_copy_radius = 0;  // of the data set, for generator cards; see training/near_copy.h
};

struct Recipe {
  std::string_view name;
  void (*train)(const FashionData& data, const Settings& settings);
};

void TrainFashionCnn(const FashionData& data, const Settings& settings);
// Quantizes `fashion-cnn` as it lies in settings.out. Throws Error{kSetup} where it is missing.
void QuantizeFashionCnn(const FashionData& data, const Settings& settings);
void TrainFashionMlp(const FashionData& data, const Settings& settings);
void TrainFashionVae(const FashionData& data, const Settings& settings);
void TrainFashionGan(const FashionData& data, const Settings& settings);
void TrainFashionFlow(const FashionData& data, const Settings& settings);

// In the order in which they must run.
std::span<const Recipe> Recipes();

// out/NAME.pt
std::filesystem::path ModelPath(const std::filesystem::path& out, std::string_view name);

}  // namespace latentfuzz::zoo
