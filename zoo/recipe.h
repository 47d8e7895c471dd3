// A recipe trains one model of a data set and writes SET-KIND.pt and SET-KIND.card.toml.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "latentfuzz/training/fit.h"
#include "latentfuzz/training/layer_spec.h"
#include "latentfuzz/zoo/data_set.h"

namespace latentfuzz::zoo {

struct Settings {
  std::filesystem::path data;  // the folder that LoadImages() read
  std::filesystem::path out;   // where artefacts are written, and read by recipes that need others
  std::uint64_t seed = 1;
  int epochs = 0;               // 0 = the recipe's own number
  double near_copy_radius = 0;  // of the data set, for generator cards; see training/near_copy.h
};

struct Job {
  const DataSet& set;
  const Images& data;
  const Settings& settings;

  int Epochs(int own) const { return settings.epochs > 0 ? settings.epochs : own; }
  // out/SET-KIND.pt
  std::filesystem::path Path(std::string_view kind) const;
};

struct Recipe {
  std::string_view kind;
  void (*train)(const Job& job);
};

void TrainCnn(const Job& job);
// Quantizes the CNN as it lies in settings.out. Throws Error{kSetup} where it is missing.
void QuantizeCnn(const Job& job);
void TrainMlp(const Job& job);
void TrainVae(const Job& job);
void TrainGan(const Job& job);
void TrainFlow(const Job& job);

// In the order in which they must run.
std::span<const Recipe> Recipes();

// What the recipes of classifiers share.
struct ClassifierRecipe {
  std::string_view kind, module;  // "cnn", "Cnn"
  std::string_view description;   // "Convolutional network, float"
  training::ModuleDesign design;
  training::FitOptions fit;
  double learning_rate;
};
void TrainClassifier(const Job& job, const ClassifierRecipe& recipe);

}  // namespace latentfuzz::zoo
