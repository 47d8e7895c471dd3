// Images as 8-bit PNG. The one place where float pixels become bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "latentfuzz/base/batch.h"

namespace latentfuzz {

// round(255 * v) for each value, NCHW order kept. NaN becomes 0.
std::vector<std::uint8_t> ToBytes(std::span<const float> image);

// PNG file contents (grey or RGB) of one canonical image.
std::string EncodePng(std::span<const float> image, const ImageShape& shape);

// Bytes of a PNG file in NCHW order, and its shape. Throws Error{kIo} or Error{kData}.
std::vector<std::uint8_t> ReadPng(const std::filesystem::path& path, ImageShape* shape);

}  // namespace latentfuzz
