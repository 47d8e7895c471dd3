#include "latentfuzz/adapters/protobuf_wire.h"

namespace latentfuzz {
namespace {

enum WireType { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };
constexpr int kLongestVarint = 10;

}  // namespace

std::string_view WireReader::Take(std::uint64_t bytes) {
  if (bytes > rest_.size()) throw MalformedWire("a field is longer than its message");
  const std::string_view taken = rest_.substr(0, bytes);
  rest_.remove_prefix(bytes);
  return taken;
}

std::uint64_t WireReader::Varint() {
  std::uint64_t value = 0;
  for (int i = 0; i < kLongestVarint; ++i) {
    const auto byte = static_cast<unsigned char>(Take(1)[0]);
    value |= static_cast<std::uint64_t>(byte & 0x7F) << (7 * i);
    if ((byte & 0x80) == 0) return value;
  }
  throw MalformedWire("a number has too many bytes");
}

std::uint64_t WireReader::Fixed(std::size_t bytes) {
  std::uint64_t value = 0;
  const std::string_view taken = Take(bytes);
  for (std::size_t i = bytes; i-- > 0;) value = value << 8 | static_cast<unsigned char>(taken[i]);
  return value;
}

std::optional<WireField> WireReader::Next() {
  if (rest_.empty()) return std::nullopt;
  const std::uint64_t tag = Varint();
  WireField field;
  field.number = static_cast<std::uint32_t>(tag >> 3);
  if (field.number == 0) throw MalformedWire("a field has no number");
  switch (tag & 7) {
    case kVarint: field.value = Varint(); return field;
    case kFixed64: field.value = Fixed(8); return field;
    case kFixed32: field.value = Fixed(4); return field;
    case kBytes: field.bytes = Take(Varint()); return field;
    default: throw MalformedWire("a field has an unknown type");
  }
}

}  // namespace latentfuzz
