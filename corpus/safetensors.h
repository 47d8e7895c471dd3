// The safetensors container, as far as a corpus needs it: one F32 vector and string metadata.
//
//   8 bytes       length n of the header, little-endian
//   n bytes       JSON: {"__metadata__": {string: string}, NAME: {"dtype", "shape",
//   "data_offsets"}} the rest      the tensor, little-endian IEEE-754
//
// Source: https://github.com/huggingface/safetensors (format description).
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace latentfuzz {

struct SafetensorsVector {
  std::vector<float> values;  // [d], all finite
  std::map<std::string, std::string> metadata;
};

// Metadata is written in the order given; the header is padded with spaces to a multiple of 8.
// Bytes that are not UTF-8 become U+FFFD.
std::string EncodeSafetensors(std::string_view tensor_name, std::span<const float> values,
                              std::span<const std::pair<std::string, std::string>> metadata);

// Throws Error{kData} whose message is the reason alone ("truncated: ..."), without a path: the
// bytes are not such a file, hold another tensor or more than one, another dtype or shape, offsets
// that do not cover the data exactly, or a value that is not finite.
SafetensorsVector DecodeSafetensors(std::string_view bytes, std::string_view tensor_name);

}  // namespace latentfuzz
