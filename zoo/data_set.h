// The data sets of the zoo, and what is particular to the models of each.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/training/card.h"
#include "latentfuzz/training/vae_design.h"

namespace latentfuzz::zoo {

struct Epochs {
  int cnn, mlp, vae, gan, flow;
};

struct DataSet {
  std::string_view name;         // what its files begin with: "fashion"
  std::string_view title;        // "Fashion-MNIST"
  std::filesystem::path folder;  // where its files usually lie; empty = nowhere in particular
  std::vector<std::string> classes;
  bool mirrored = false;                   // whether a mirrored image is another one of its class
  std::vector<std::int64_t> cnn_channels;  // of the three convolutions
  std::vector<std::int64_t> mlp_units;     // of the two hidden layers
  int vae_latent = 28;
  training::DenseUnits vae_units{};
  Epochs epochs;
};

// Every data set of which the zoo has models.
std::span<const DataSet> DataSets();

// "fashion-cnn" of "cnn".
std::string ModelName(const DataSet& set, std::string_view kind);

// "FashionCnn" of "Cnn": the class name of a TorchScript module.
std::string ModuleName(const DataSet& set, std::string_view kind);

// What cards of the set's models say; `shape` is that of an image. The seeds lie beside the cards
// (seeds.h).
training::DataFacts Facts(const DataSet& set, const ImageShape& shape);

struct Images {
  LabelledImages train, test;
};

// Reads the four IDX files of MNIST or of a set in its form, as they are published (plain or gzip).
// Throws Error{kIo}, Error{kData}.
Images LoadImages(const std::filesystem::path& folder);

}  // namespace latentfuzz::zoo
