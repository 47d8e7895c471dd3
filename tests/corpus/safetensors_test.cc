#include "latentfuzz/corpus/safetensors.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <cstring>
#include <limits>

#include "samples.h"

namespace latentfuzz {
namespace {

using samples::ErrorOf;
using testing::HasSubstr;

std::string WithHeader(const std::string& header, const std::string& data) {
  const std::uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header + data;
}

const std::string kTwoFloats("\0\0\x80\x3f\0\0\0\xc0", 8);  // 1, -2

TEST(Safetensors, BytesAreThoseOfTheFormat) {
  const std::vector<float> values = {1.F, -2.F};
  const std::vector<std::pair<std::string, std::string>> metadata = {{"label", "3"}};
  const std::string header =
      R"({"__metadata__":{"label":"3"},"z":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  ASSERT_EQ(header.size() % 8, 3U);
  EXPECT_EQ(EncodeSafetensors("z", values, metadata),
            WithHeader(header + std::string(5, ' '), kTwoFloats));
}

TEST(Safetensors, ReadsAFileOfAnotherWriter) {
  const auto file = DecodeSafetensors(
      WithHeader(R"({"z":{"data_offsets":[0,8],"dtype":"F32","shape":[2]}})", kTwoFloats), "z");
  EXPECT_EQ(file.values, (std::vector<float>{1.F, -2.F}));
  EXPECT_TRUE(file.metadata.empty());
}

TEST(Safetensors, EveryTruncationIsRejected) {
  const std::vector<float> values = {1.F, -2.F, 3.F};
  const std::string bytes = EncodeSafetensors("z", values, {});
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_TRUE(ErrorOf([&] { DecodeSafetensors(bytes.substr(0, size), "z"); })) << size;
  EXPECT_TRUE(ErrorOf([&] { DecodeSafetensors(bytes + "x", "z"); }));
}

struct BadHeader {
  const char* header;
  const char* reason;
};

class SafetensorsBadHeader : public testing::TestWithParam<BadHeader> {};

TEST_P(SafetensorsBadHeader, IsRejectedWithItsReason) {
  const auto error =
      ErrorOf([&] { DecodeSafetensors(WithHeader(GetParam().header, kTwoFloats), "z"); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kData);
  EXPECT_THAT(error->what(), HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(
    All, SafetensorsBadHeader,
    testing::Values(
        BadHeader{"", "not a JSON object"}, BadHeader{"[]", "not a JSON object"},
        BadHeader{"{\"z\":", "not a JSON object"}, BadHeader{"{}", "no tensor \"z\""},
        BadHeader{R"({"y":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", "unexpected tensor"},
        BadHeader{R"({"z":[]})", "not an object"},
        BadHeader{R"({"z":{"dtype":"F16","shape":[2],"data_offsets":[0,8]}})", "dtype"},
        BadHeader{R"({"z":{"shape":[2],"data_offsets":[0,8]}})", "dtype"},
        BadHeader{R"({"z":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}})", "shape"},
        BadHeader{R"({"z":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})", "shape"},
        BadHeader{R"({"z":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})", "shape [3]"},
        BadHeader{R"({"z":{"dtype":"F32","shape":[4611686018427387906],"data_offsets":[0,8]}})",
                  "shape"},
        BadHeader{R"({"z":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", "data_offsets"},
        BadHeader{R"({"z":{"dtype":"F32","shape":[2],"data_offsets":[4,8]}})", "data_offsets"},
        BadHeader{R"({"z":{"dtype":"F32","shape":[2],"data_offsets":8}})", "data_offsets"},
        BadHeader{
            R"({"__metadata__":{"a":1},"z":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
            "metadata \"a\""}));

TEST(Safetensors, HugeHeaderLengthIsRejectedWithoutReadingIt) {
  for (const std::uint64_t length :
       {std::uint64_t{200'000'000}, std::numeric_limits<std::uint64_t>::max()}) {
    std::string bytes(16, ' ');
    std::memcpy(bytes.data(), &length, 8);
    const auto error = ErrorOf([&] { DecodeSafetensors(bytes, "z"); });
    ASSERT_TRUE(error);
    EXPECT_THAT(error->what(), HasSubstr("too large"));
  }
}

TEST(Safetensors, NonFiniteValuesAreRejected) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
    const std::vector<float> values = {0.F, bad};
    const auto error = ErrorOf([&] { DecodeSafetensors(EncodeSafetensors("z", values, {}), "z"); });
    ASSERT_TRUE(error);
    EXPECT_THAT(error->what(), HasSubstr("not finite"));
  }
}

}  // namespace
}  // namespace latentfuzz
