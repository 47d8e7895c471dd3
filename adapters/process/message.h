// The messages that a worker process and LatentFuzz exchange: docs/process-protocol.md.
//
//   0  4  "LFZP"
//   4  2  version of the protocol
//   6  2  kind
//   8  8  length of the body that follows
//
// The body of a tensor:
//
//   0      4   rank r, 1 to 8
//   4      4   number of labels n, 0 or as many as rows
//   8      8r  sizes
//   8+8r   8n  labels, signed
//   ...        values, float32, row-major; not here where they pass in shared memory
//
// All numbers are little-endian.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace latentfuzz::process {

static_assert(std::endian::native == std::endian::little, "tensors travel as they lie in memory");

inline constexpr std::uint16_t kVersion = 1;
inline constexpr std::size_t kMagicSize = 4;
inline constexpr std::size_t kHeaderSize = 16;
inline constexpr std::size_t kTensorPrefixSize = 8;
inline constexpr std::uint32_t kHighestRank = 8;
inline constexpr std::uint64_t kLongestText = 1 << 20;  // of a description or an error, in bytes

enum class MessageKind : std::uint16_t {
  // Requests.
  kHello = 1,    // no body
  kPredict = 2,  // images
  kDecode = 3,   // latents, with labels where the generator is conditional
  kEncode = 4,   // images
  // Replies.
  kDescription = 17,  // to hello: JSON
  kTensor = 18,       // to the others
  kError = 19,        // to any: UTF-8 text
};

struct MessageHeader {
  std::uint16_t version = kVersion;
  MessageKind kind = MessageKind::kHello;
  std::uint64_t length = 0;  // of the body
};

struct TensorPrefix {
  std::uint32_t rank = 0, labels = 0;
};

std::string EncodeHeader(const MessageHeader& header);
// Whether the first bytes of a message are those of every message. REQUIRES: kMagicSize bytes.
bool HasMagic(std::span<const char> bytes);
// REQUIRES: kHeaderSize bytes that begin with the magic.
MessageHeader DecodeHeader(std::span<const char> bytes);

// All of a tensor's body but the values.
std::string EncodeTensorHead(std::span<const std::int64_t> sizes,
                             std::span<const std::int64_t> labels = {});
// REQUIRES: kTensorPrefixSize bytes.
TensorPrefix DecodeTensorPrefix(std::span<const char> bytes);
// Bytes of a whole body with that many values.
std::uint64_t TensorLength(std::size_t rank, std::size_t labels, std::size_t values);

}  // namespace latentfuzz::process
