#include "latentfuzz/adapters/process/message.h"

#include <gtest/gtest.h>

namespace latentfuzz::process {
namespace {

using namespace std::string_literals;

// Bytes worked by hand from docs/process-protocol.md.
TEST(Message, HeaderByHand) {
  const std::string bytes = EncodeHeader({1, MessageKind::kTensor, 0x0102030405});
  EXPECT_EQ(bytes, "LFZP\x01\x00\x12\x00\x05\x04\x03\x02\x01\x00\x00\x00"s);
  EXPECT_TRUE(HasMagic(bytes));
  EXPECT_FALSE(HasMagic("LFZQ"s));
  const MessageHeader header = DecodeHeader(bytes);
  EXPECT_EQ(header.version, 1);
  EXPECT_EQ(header.kind, MessageKind::kTensor);
  EXPECT_EQ(header.length, 0x0102030405U);
}

TEST(Message, TensorHeadByHand) {
  const std::int64_t sizes[] = {2, 3}, labels[] = {7, -1};
  EXPECT_EQ(EncodeTensorHead(sizes, labels),
            "\x02\x00\x00\x00\x02\x00\x00\x00"
            "\x02\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00"
            "\x07\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff"s);
  EXPECT_EQ(TensorLength(2, 2, 6), EncodeTensorHead(sizes, labels).size() + 6 * 4);
  const TensorPrefix prefix = DecodeTensorPrefix("\x02\x00\x00\x00\x05\x01\x00\x00"s);
  EXPECT_EQ(prefix.rank, 2U);
  EXPECT_EQ(prefix.labels, 0x105U);
}

}  // namespace
}  // namespace latentfuzz::process
