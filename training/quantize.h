// `latentfuzz quantize`: from a float classifier to an int8 one with its card.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "latentfuzz/training/train.h"

namespace latentfuzz::training {

struct QuantizeOptions {
  std::string model;           // file, or zoo:NAME, of a TorchScript classifier
  std::filesystem::path data;  // as ReadImages takes them
  std::filesystem::path labels{};
  std::filesystem::path out;  // NAME.pt
  std::size_t limit = 6000;   // images to read; 0 = all
  std::uint64_t seed = 1;     // of the choice of images
};

// Calibrates on a third of the images (2000 at most), and measures accuracy and agreement of both
// models on the others. Throws Error{kSetup} for a model that is no chain (layer_chain.h) or whose
// card asks for other pixels than [0, 1] in the layout nchw, Error{kData} for images of another
// size or class than the model's, and what reading and writing throw.
TrainReport Quantize(const QuantizeOptions& options);

}  // namespace latentfuzz::training
