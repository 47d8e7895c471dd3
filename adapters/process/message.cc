#include "latentfuzz/adapters/process/message.h"

#include <cstring>

namespace latentfuzz::process {
namespace {

constexpr char kMagic[] = {'L', 'F', 'Z', 'P'};

template <typename T>
void Append(T value, std::string* to) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  to->append(bytes, sizeof(T));
}

template <typename T>
T At(std::span<const char> bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.subspan(offset, sizeof(T)).data(), sizeof(T));
  return value;
}

}  // namespace

std::string EncodeHeader(const MessageHeader& header) {
  std::string bytes(kMagic, sizeof(kMagic));
  Append(header.version, &bytes);
  Append(static_cast<std::uint16_t>(header.kind), &bytes);
  Append(header.length, &bytes);
  return bytes;
}

bool HasMagic(std::span<const char> bytes) {
  return std::memcmp(bytes.data(), kMagic, sizeof(kMagic)) == 0;
}

MessageHeader DecodeHeader(std::span<const char> bytes) {
  return {At<std::uint16_t>(bytes, 4), static_cast<MessageKind>(At<std::uint16_t>(bytes, 6)),
          At<std::uint64_t>(bytes, 8)};
}

std::string EncodeTensorHead(std::span<const std::int64_t> sizes,
                             std::span<const std::int64_t> labels) {
  std::string bytes;
  Append(static_cast<std::uint32_t>(sizes.size()), &bytes);
  Append(static_cast<std::uint32_t>(labels.size()), &bytes);
  for (const std::int64_t size : sizes) Append(size, &bytes);
  for (const std::int64_t label : labels) Append(label, &bytes);
  return bytes;
}

TensorPrefix DecodeTensorPrefix(std::span<const char> bytes) {
  return {At<std::uint32_t>(bytes, 0), At<std::uint32_t>(bytes, 4)};
}

std::uint64_t TensorLength(std::size_t rank, std::size_t labels, std::size_t values) {
  return kTensorPrefixSize + 8 * (rank + labels) + sizeof(float) * values;
}

}  // namespace latentfuzz::process
