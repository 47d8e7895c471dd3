// The model cards of trained models.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "latentfuzz/base/batch.h"

namespace latentfuzz::training {

// What both kinds of card say of the data set.
struct DataFacts {
  ImageShape shape;
  std::string images, labels;  // paths for [data], relative to the card; empty = none
};

// Card of a classifier of logits. `qengine` is the quantized engine that must be set before the
// model is loaded; empty for float models.
std::string ClassifierCard(std::string_view description, const DataFacts& data,
                           const std::vector<std::string>& classes, std::string_view qengine = {});

struct GeneratorFacts {
  std::int64_t latent = 0;                               // size; its prior is standard normal
  std::vector<std::string> classes{};                    // that it can be asked for; empty = none
  std::vector<std::pair<std::string, double>> decode{};  // settings
  double near_copy_radius = 0;                           // see near_copy.h
};
std::string GeneratorCard(std::string_view description, const DataFacts& data,
                          const GeneratorFacts& facts);

// Writes `text` as the card beside `model`; returns its path. Throws Error{kIo}.
std::filesystem::path WriteCard(const std::filesystem::path& model, const std::string& text);

// Writes a text file. Throws Error{kIo}.
void WriteText(const std::filesystem::path& path, const std::string& text);

}  // namespace latentfuzz::training
