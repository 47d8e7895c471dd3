// Reads the protobuf wire format field by field, without a schema.
//
// Linking a protobuf library would be a risk: Torch, OpenCV and ONNX Runtime bring copies of their
// own, and two versions of it in one process abort.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace latentfuzz {

// The bytes end within a field, or hold no such format.
class MalformedWire : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct WireField {
  std::uint32_t number = 0;
  std::uint64_t value = 0;  // of a number; 0 else
  std::string_view bytes;   // of a string or an embedded message; empty else
};

// Iterates over the fields of one message, which must outlive it.
class WireReader {
 public:
  explicit WireReader(std::string_view message) : rest_(message) {}

  // The next field, or nothing at the end. Throws MalformedWire.
  std::optional<WireField> Next();

 private:
  std::uint64_t Varint();
  std::uint64_t Fixed(std::size_t bytes);
  std::string_view Take(std::uint64_t bytes);

  std::string_view rest_;
};

}  // namespace latentfuzz
