#include "latentfuzz/adapters/kserve/datatype.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsNull;

std::string Bytes(const char* name, const std::vector<float>& values) {
  std::string bytes;
  FindDatatype(name)->write(values, &bytes);
  return bytes;
}

TEST(Datatype, LittleEndianBytes) {
  EXPECT_EQ(Bytes("FP32", {1.5F}), std::string("\x00\x00\xc0\x3f", 4));
  EXPECT_EQ(Bytes("FP64", {1.5F}), std::string("\x00\x00\x00\x00\x00\x00\xf8\x3f", 8));
  EXPECT_EQ(Bytes("UINT8", {0, 254.6F, 255}), std::string("\x00\xff\xff", 3));
  EXPECT_EQ(Bytes("INT32", {258}), std::string("\x02\x01\x00\x00", 4));
  EXPECT_EQ(Bytes("INT64", {-2}), std::string("\xfe\xff\xff\xff\xff\xff\xff\xff", 8));
}

TEST(Datatype, WhatIsWrittenIsRead) {
  for (const char* name : {"FP32", "FP64", "UINT8", "INT32", "INT64"}) {
    const Datatype& datatype = *FindDatatype(name);
    const std::string bytes = Bytes(name, {0, 7, 200});
    EXPECT_EQ(bytes.size(), 3 * datatype.size) << name;
    EXPECT_THAT(datatype.read(bytes), ElementsAre(0, 7, 200)) << name;
  }
}

TEST(Datatype, PixelsOutsideABytesRangeAreNotCut) {
  for (const float pixel : {-1.0F, 256.0F, std::nanf("")}) {
    const Error error = Caught([&] { Bytes("UINT8", {pixel}); });
    EXPECT_EQ(error.kind(), ErrorKind::kSetup);
    EXPECT_THAT(error.what(), HasSubstr("whole numbers from 0 to 255"));
    EXPECT_THAT(error.hint(), HasSubstr("range = [0, 255]"));
  }
}

TEST(Datatype, Unknown) {
  EXPECT_THAT(FindDatatype("BYTES"), IsNull());
  EXPECT_THAT(FindDatatype("fp32"), IsNull());
}

}  // namespace
}  // namespace latentfuzz
