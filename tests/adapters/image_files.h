// Image files of one colour, for tests of image folders.
#pragma once

#include <filesystem>
#include <fstream>
#include <vector>

#include "latentfuzz/adapters/png.h"

namespace latentfuzz {

// Writes a PNG whose channels have these values, and the folders above it.
inline void WriteFlatPng(const std::filesystem::path& path, const std::vector<float>& channels,
                         int height = 4, int width = 4) {
  const ImageShape shape{static_cast<int>(channels.size()), height, width};
  std::vector<float> pixels;
  for (const float value : channels) {
    pixels.insert(pixels.end(), shape.pixels() / channels.size(), value);
  }
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << EncodePng(pixels, shape);
}

}  // namespace latentfuzz
