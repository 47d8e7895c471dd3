#include "latentfuzz/adapters/kserve/protocol.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Json = nlohmann::json;

constexpr const char* kUrl = "http://host/v2/models/net";

std::string Floats(const std::vector<float>& values) {
  std::string bytes(values.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

TEST(KserveProtocol, ServerMetadata) {
  const KserveServer server = ReadServer(
      R"({"name": "triton", "version": "2.40.0", "extensions": ["binary_tensor_data"]})", kUrl);
  EXPECT_EQ(server.name, "triton");
  EXPECT_EQ(server.version, "2.40.0");
  EXPECT_TRUE(server.Has("binary_tensor_data"));
  EXPECT_FALSE(server.Has("binary"));
  EXPECT_THAT(ReadServer("{}", kUrl).extensions, IsEmpty());
}

TEST(KserveProtocol, ModelMetadata) {
  const KserveModelInfo info = ReadModelInfo(
      R"({"name": "net", "versions": ["1", "2"], "platform": "onnx",
          "inputs": [{"name": "x", "datatype": "UINT8", "shape": [-1, 3, 32, 32]},
                     {"name": "label", "datatype": "INT32", "shape": [0]}],
          "outputs": [{"name": "p", "datatype": "FP64", "shape": [-1, 10]},
                      {"name": "top", "datatype": "BYTES"}]})",
      kUrl);
  const ModelSignature& signature = info.signature;
  EXPECT_EQ(signature.model, kUrl);
  ASSERT_THAT(signature.inputs, SizeIs(2));
  EXPECT_EQ(signature.inputs[0].ToString(), "x [?, 3, 32, 32] of UINT8");
  EXPECT_EQ(signature.inputs[0].type, ElementType::kFloat);
  EXPECT_EQ(signature.inputs[1].ToString(), "label [?] of INT32");
  EXPECT_EQ(signature.inputs[1].type, ElementType::kInt64);
  ASSERT_THAT(signature.outputs, SizeIs(2));
  EXPECT_EQ(signature.outputs[0].type, ElementType::kFloat);
  EXPECT_EQ(signature.outputs[1].ToString(), "top of any shape of BYTES");
  EXPECT_EQ(signature.outputs[1].type, ElementType::kOther);
}

TEST(KserveProtocol, IdentityIsThatOfTheModelAlone) {
  const auto identity = [](const char* version, const char* state) {
    const Json json{{"name", "net"}, {"versions", {version}}, {"state", state}};
    return ReadModelInfo(json.dump(), kUrl).identity;
  };
  EXPECT_EQ(identity("1", "up"), identity("1", "busy"));
  EXPECT_NE(identity("1", "up"), identity("2", "up"));
}

TEST(KserveProtocol, MaxBatch) {
  EXPECT_EQ(ReadMaxBatch(R"({"max_batch_size": 8})"), 8U);
  for (const char* text :
       {"{}", R"({"max_batch_size": -1})", R"({"max_batch_size": "8"})", "[]", ""})
    EXPECT_EQ(ReadMaxBatch(text), 0U) << text;
}

TEST(KserveProtocol, JsonRequest) {
  const std::vector<float> pixels{0.25F, 254.7F}, labels{3};
  const KserveRequest request = EncodeRequest(
      {{"x", "FP32", {1, 2}, pixels}, {"raw", "UINT8", {2}, pixels}, {"y", "INT64", {1}, labels}},
      {"scores"}, false);
  EXPECT_EQ(request.binary, "");
  const Json json = Json::parse(request.json);
  EXPECT_EQ(
      json["inputs"][0],
      (Json{{"name", "x"}, {"datatype", "FP32"}, {"shape", {1, 2}}, {"data", {0.25F, 254.7F}}}));
  EXPECT_EQ(json["inputs"][1]["data"].dump(), "[0,255]");
  EXPECT_EQ(json["inputs"][2]["data"].dump(), "[3]");
  EXPECT_EQ(json["outputs"], Json::array({{{"name", "scores"}}}));
}

TEST(KserveProtocol, BinaryRequest) {
  const std::vector<float> pixels{1, 2}, labels{3};
  const KserveRequest request =
      EncodeRequest({{"x", "FP32", {1, 2}, pixels}, {"y", "INT64", {1}, labels}}, {"scores"}, true);
  const Json json = Json::parse(request.json);
  EXPECT_EQ(json["inputs"][0]["parameters"]["binary_data_size"], 8);
  EXPECT_EQ(json["inputs"][1]["parameters"]["binary_data_size"], 8);
  EXPECT_FALSE(json["inputs"][0].contains("data"));
  EXPECT_EQ(json["outputs"][0]["parameters"]["binary_data"], true);
  EXPECT_EQ(request.binary, Floats(pixels) + std::string("\x03\0\0\0\0\0\0\0", 8));
}

TEST(KserveProtocol, TheOnlyOutputNeedsNoName) {
  const std::vector<float> pixels{1};
  EXPECT_FALSE(Json::parse(EncodeRequest({{"x", "FP32", {1}, pixels}}, {""}, false).json)
                   .contains("outputs"));
  const KserveRequest binary = EncodeRequest({{"x", "FP32", {1}, pixels}}, {""}, true);
  EXPECT_EQ(Json::parse(binary.json)["parameters"]["binary_data_output"], true);
}

TEST(KserveProtocol, JsonReplyFlatNestedAndNull) {
  const TensorValues flat = DecodeReply(
      R"({"outputs": [{"name": "other", "datatype": "INT64", "shape": [1], "data": [7]},
                      {"name": "p", "datatype": "FP64", "shape": [2, 2], "data": [1, 2.5, null, 4]}]})",
      std::nullopt, "p", "", kUrl);
  EXPECT_THAT(flat.sizes, ElementsAre(2, 2));
  EXPECT_THAT(flat.values, ElementsAre(1, 2.5F, ::testing::IsNan(), 4));
  const TensorValues nested = DecodeReply(
      R"({"outputs": [{"name": "p", "datatype": "FP32", "shape": [2, 2], "data": [[1, 2], [3, 4]]}]})",
      std::nullopt, "", "", kUrl);
  EXPECT_THAT(nested.values, ElementsAre(1, 2, 3, 4));
}

TEST(KserveProtocol, BinaryReplyTakesItsOwnBytes) {
  const std::string json =
      R"({"outputs": [{"name": "a", "datatype": "FP32", "shape": [1], "parameters": {"binary_data_size": 4}},
                      {"name": "b", "datatype": "FP32", "shape": [1, 2], "parameters": {"binary_data_size": 8}}]})";
  const std::string body = json + Floats({1, 2, 3});
  const std::string size = std::to_string(json.size());
  EXPECT_THAT(DecodeReply(body, size, "b", "", kUrl).values, ElementsAre(2, 3));
  EXPECT_THAT(DecodeReply(body, size, "", "", kUrl).values, ElementsAre(1));
}

TEST(KserveProtocol, TwoOutputsAreAskedForAndRead) {
  const std::vector<float> pixels{1};
  for (const bool binary : {true, false}) {
    const Json outputs = Json::parse(
        EncodeRequest({{"x", "FP32", {1}, pixels}}, {"p", "i"}, binary).json)["outputs"];
    ASSERT_EQ(outputs.size(), 2U);
    EXPECT_EQ(outputs[1]["name"], "i");
    EXPECT_EQ(outputs[1].contains("parameters"), binary);
  }
  const std::string json =
      R"({"outputs": [{"name": "i", "datatype": "INT32", "shape": [1, 2], "parameters": {"binary_data_size": 8}},
                      {"name": "p", "datatype": "FP32", "shape": [1, 2], "parameters": {"binary_data_size": 8}}]})";
  const std::string body = json + std::string("\x07\0\0\0\x02\0\0\0", 8) + Floats({0.5F, 0.25F});
  const TensorValues answer = DecodeReply(body, std::to_string(json.size()), "p", "i", kUrl);
  EXPECT_THAT(answer.values, ElementsAre(0.5F, 0.25F));
  EXPECT_THAT(answer.indices, ElementsAre(7, 2));
  EXPECT_THAT(
      Caught([&] { DecodeReply(body, std::to_string(json.size()), "p", "p", kUrl); }).what(),
      HasSubstr("FP32, not of INT64 or INT32"));
}

struct Fault {
  const char* reply;
  std::optional<std::string> json_size;
  const char* message;
};

class KserveProtocolFault : public ::testing::TestWithParam<Fault> {};

TEST_P(KserveProtocolFault, IsASetupErrorThatNamesTheUrl) {
  const Error error =
      Caught([] { DecodeReply(GetParam().reply, GetParam().json_size, "p", "", kUrl); });
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), HasSubstr(kUrl));
  EXPECT_THAT(error.what(), HasSubstr(GetParam().message));
  EXPECT_FALSE(error.hint().empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, KserveProtocolFault,
    ::testing::Values(
        Fault{"<html>Bad gateway</html>", {}, "not JSON: \"<html>Bad gateway</html>\""},
        Fault{"", {}, "not JSON"}, Fault{"[1]", {}, "no JSON object"}, Fault{"{}", {}, "malformed"},
        Fault{R"({"outputs": 3})", {}, "malformed"},
        Fault{R"({"outputs": [{"name": "p"}]})", {}, "malformed"},
        Fault{R"({"outputs": []})", {}, "no output \"p\", but none"},
        Fault{R"({"outputs": [{"name": "q"}, {"name": "r"}]})", {}, "no output \"p\", but q, r"},
        Fault{R"({"outputs": [{"name": "p", "datatype": "FP32", "shape": [1], "data": ["a"]}]})",
              {},
              "malformed"},
        Fault{R"({"outputs": [{"name": "p", "datatype": "BYTES", "shape": [1], "data": ["a"]}]})",
              {},
              "of BYTES, not of FP32"},
        Fault{
            R"({"outputs": [{"name": "p", "datatype": "FP32", "shape": [2, 2], "data": [1, 2, 3]}]})",
            {},
            "shape [2, 2], but 3 elements"},
        Fault{R"({"outputs": [{"name": "p", "datatype": "FP32", "shape": [1]}]})",
              {},
              "shape [1], but 0 elements"},
        Fault{R"({"outputs": []})", "99", "Inference-Header-Content-Length: 99"},
        Fault{R"({"outputs": []})", "-1", "Inference-Header-Content-Length: -1"},
        Fault{
            R"({"outputs": [{"name": "p", "datatype": "FP32", "shape": [1], "parameters": {"binary_data_size": 4}}]}abc)",
            "101", "should have 4 bytes, but the reply holds 3 more"}));

TEST(KserveProtocol, DamagedRepliesNeverCrash) {
  const std::string json =
      R"({"outputs": [{"name": "p", "datatype": "FP32", "shape": [1, 2], "parameters": {"binary_data_size": 8}}]})";
  const std::string whole = json + Floats({1, 2});
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char byte : {'\0', '9', '\x7f', '\xff'}) {
      std::string damaged = whole;
      damaged[at] = byte;
      try {
        EXPECT_EQ(DecodeReply(damaged, std::to_string(json.size()), "p", "", kUrl).values.size(),
                  2U);
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kSetup);
      }
    }
    EXPECT_EQ(Caught([&] {
                DecodeReply(std::string_view(whole).substr(0, at), std::to_string(json.size()), "p",
                            "", kUrl);
              }).kind(),
              ErrorKind::kSetup);
  }
}

TEST(KserveProtocol, WhatTheServerSaysOfAFailure) {
  EXPECT_EQ(ReadFailure(R"({"error": "no such model\nat line 3"})"), "no such model");
  EXPECT_EQ(ReadFailure(R"({"detail": [{"msg": "field required"}]})"),
            R"([{"msg":"field required"}])");
  EXPECT_EQ(ReadFailure("<h1>502</h1>\nnginx"), "<h1>502</h1>");
  EXPECT_EQ(ReadFailure(""), "");
}

}  // namespace
}  // namespace latentfuzz
