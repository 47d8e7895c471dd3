#include "latentfuzz/adapters/protobuf_wire.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace latentfuzz {
namespace {

// Bytes worked by hand from the encoding's definition: tag = number << 3 | type.
TEST(ProtobufWire, EveryType) {
  const std::string message(
      "\x08\x96\x01"  // 1: varint 150
      "\x12\x03"      // 2: bytes
      "abc"
      "\x1d\x01\x02\x00\x00"                  // 3: fixed 32, 0x201
      "\x21\x00\x00\x00\x00\x00\x00\x00\x80"  // 4: fixed 64, 2^63
      "\x82\x01\x00",                         // 16: bytes, empty
      3 + 5 + 5 + 9 + 3);
  WireReader reader(message);
  EXPECT_EQ(reader.Next()->value, 150U);
  const auto text = reader.Next();
  EXPECT_EQ(text->number, 2U);
  EXPECT_EQ(text->bytes, "abc");
  EXPECT_EQ(reader.Next()->value, 0x201U);
  EXPECT_EQ(reader.Next()->value, std::uint64_t{1} << 63);
  const auto empty = reader.Next();
  EXPECT_EQ(empty->number, 16U);
  EXPECT_TRUE(empty->bytes.empty());
  EXPECT_FALSE(reader.Next());
}

TEST(ProtobufWire, LargestNumberAndNegativeOnes) {
  WireReader reader("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
  EXPECT_EQ(static_cast<std::int64_t>(reader.Next()->value), -1);
}

TEST(ProtobufWire, MalformedMessages) {
  for (const std::string& message :
       {std::string("\x08"), std::string("\x08\x80"),
        std::string("\x12\x04"
                    "abc"),
        std::string("\x1d\x01"), std::string("\x21\x01"), std::string("\x0b"), std::string(1, '\0'),
        "\x12" + std::string(9, '\xff') + "\x01", "\x08" + std::string(11, '\x80')}) {
    WireReader reader(message);
    EXPECT_THROW(while (reader.Next()){}, MalformedWire) << message.size();
  }
}

}  // namespace
}  // namespace latentfuzz
