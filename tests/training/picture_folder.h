// A folder of made-up pictures, for tests that train on one.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/base/rng.h"

namespace latentfuzz {

// Writes `count` PNG files each of "bars" (vertical) and "spots" (squares) on a dark ground, of
// places and colours drawn from `seed`.
inline void WritePictures(const std::filesystem::path& folder, std::size_t count,
                          const ImageShape& shape, std::uint64_t seed = 1) {
  const char* const classes[] = {"bars", "spots"};
  for (std::size_t c = 0; c < 2; ++c) {
    std::filesystem::create_directories(folder / classes[c]);
    for (std::size_t i = 0; i < count; ++i) {
      Rng rng(seed, StreamPurpose::kTest, 2 * i + c);
      const int size = shape.width / 3;
      const int left = static_cast<int>(rng.Below(static_cast<std::size_t>(shape.width - size)));
      const int top = static_cast<int>(rng.Below(static_cast<std::size_t>(shape.height - size)));
      std::vector<float> pixels;
      for (int channel = 0; channel < shape.channels; ++channel) {
        const auto ink = static_cast<float>(rng.Uniform(0.5, 1));
        for (int y = 0; y < shape.height; ++y) {
          for (int x = 0; x < shape.width; ++x) {
            const bool across = x >= left && x < left + size;
            const bool down = c == 0 || (y >= top && y < top + size);
            pixels.push_back(across && down ? ink : 0.1F);
          }
        }
      }
      std::ofstream(folder / classes[c] / (std::to_string(i) + ".png"), std::ios::binary)
          << EncodePng(pixels, shape);
    }
  }
}

}  // namespace latentfuzz
