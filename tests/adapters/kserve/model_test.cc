#include "latentfuzz/adapters/kserve/model.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/adapters/zoo.h"
#include "latentfuzz/tests/adapters/fixture.h"
#include "latentfuzz/tests/adapters/kserve/model_server.h"

namespace latentfuzz {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// A small classifier of 1x8x8 images and 3 classes, served.
class KserveTest : public AdapterTest {
 protected:
  void SetUp() override {
    AdapterTest::SetUp();
    SaveSmallCnn(folder_ / "cnn.pt");
    Write("cnn.card.toml", kCard);
    served_.uri = (folder_ / "cnn.pt").string();
    images_ = ProbeImages({1, 8, 8}, 37);
  }

  // Retries cost time; the tests of them ask for them.
  std::unique_ptr<Classifier> Open(const ModelServer& server, const std::string& options = "",
                                   const std::string& card = "cnn.card.toml") const {
    const bool given = options.find("retries=") != std::string::npos;
    return OpenClassifier("kserve:" + server.url() + "?card=" + (folder_ / card).string() +
                          (given ? "" : "&retries=0") + options);
  }
  ScoreBatch Truth() const {
    return OpenClassifier(served_.uri, {Passes::kAsShipped, ""})->Predict(images_);
  }
  Error Refused(const std::string& path, const CannedReply& reply,
                const std::string& options = "") const {
    ModelServer server(served_);
    server.Answer(path, reply);
    return Caught([&] { Open(server, options)->Predict(images_); });
  }

  static constexpr const char* kCard =
      "task = \"classification\"\n[input]\nshape = [1, 8, 8]\n"
      "[output]\nkind = \"logits\"\nclasses = [\"a\", \"b\", \"c\"]\n";
  ServedModel served_;
  ImageBatch images_;
};

TEST_F(KserveTest, BinaryTensorsCarryTheSameScores) {
  ModelServer server(served_);
  const auto model = Open(server);
  EXPECT_EQ(model->Predict(images_).values, Truth().values);
  EXPECT_TRUE(server.seen().back().binary);
  EXPECT_EQ(server.seen().back().rows, 37U);
  EXPECT_EQ(model->engine().engine, "kserve");
  EXPECT_EQ(model->engine().version, "house 1.2");
}

TEST_F(KserveTest, JsonCarriesTheSameScores) {
  served_.binary = false;
  ModelServer server(served_);
  EXPECT_EQ(Open(server)->Predict(images_).values, Truth().values);
  EXPECT_FALSE(server.seen().back().binary);
}

TEST_F(KserveTest, TheOptionBinaryGoesBeforeWhatTheServerSays) {
  ModelServer server(served_);
  EXPECT_EQ(Open(server, "&binary=off")->Predict(images_).values, Truth().values);
  EXPECT_FALSE(server.seen().back().binary);
  served_.binary = false;
  ModelServer silent(served_);
  EXPECT_EQ(Open(silent, "&binary=on")->Predict(images_).values, Truth().values);
  EXPECT_TRUE(silent.seen().back().binary);
}

TEST_F(KserveTest, BatchesAreCutToTheMost) {
  served_.max_batch = 16;
  ModelServer server(served_);
  EXPECT_EQ(Open(server)->Predict(images_).size(), 37U);
  const auto rows = server.seen();
  ASSERT_GE(rows.size(), 3U);
  EXPECT_EQ(rows[rows.size() - 3].rows, 16U);
  EXPECT_EQ(rows[rows.size() - 1].rows, 5U);

  Open(server, "&batch=10")->Predict(images_);
  EXPECT_EQ(server.seen().back().rows, 7U);
}

TEST_F(KserveTest, AFixedBatchIsFilledUp) {
  served_.fixed_batch = 4;
  ModelServer server(served_);
  const auto model = Open(server);
  EXPECT_EQ(model->card().batch, 4);
  EXPECT_EQ(model->Predict(images_).size(), 37U);
  for (const ModelServer::Seen& seen : server.seen()) EXPECT_EQ(seen.rows, 4U);
}

TEST_F(KserveTest, OtherDatatypes) {
  const std::string card = "task = \"classification\"\n[input]\nrange = [0, 255]\n" +
                           std::string("shape = [1, 8, 8]\n[output]\nkind = \"logits\"\n");
  Write("bytes.toml", card);
  for (float& pixel : images_.values) pixel = std::round(pixel * 255) / 255;
  const ScoreBatch truth =
      OpenClassifier(served_.uri + "?card=" + (folder_ / "bytes.toml").string())->Predict(images_);
  served_.output_datatype = "FP64";
  for (const char* datatype : {"FP64", "UINT8"}) {
    for (const bool binary : {true, false}) {
      served_.input_datatype = datatype;
      served_.binary = binary;
      ModelServer server(served_);
      const ScoreBatch scores = Open(server, "", "bytes.toml")->Predict(images_);
      ASSERT_EQ(scores.values.size(), truth.values.size());
      for (std::size_t i = 0; i < scores.values.size(); ++i)
        ASSERT_NEAR(scores.values[i], truth.values[i], 1e-2) << datatype << binary;
    }
  }
}

TEST_F(KserveTest, BytesNeedACardOfTheirRange) {
  served_.input_datatype = "UINT8";
  Write("shifted.toml",
        "task = \"classification\"\n[input]\nrange = [-1, 1]\n[output]\nkind = \"logits\"\n");
  ModelServer server(served_);
  const Error error = Caught([&] { Open(server, "", "shifted.toml"); });
  EXPECT_THAT(error.what(), HasSubstr("whole numbers from 0 to 255"));
  EXPECT_THAT(error.hint(), HasSubstr("range = [0, 255]"));
}

TEST_F(KserveTest, TheCardMustNotContradictTheModel) {
  ModelServer server(served_);
  const auto fault = [&](const std::string& input, const std::string& output) {
    Write("other.toml", "task = \"classification\"\n[input]\n" + input +
                            "[output]\nkind = \"logits\"\n" + output);
    return Caught([&] { Open(server, "", "other.toml"); });
  };
  EXPECT_THAT(fault("shape = [1, 9, 9]\n", "").what(),
              AllOf(HasSubstr(server.url()), HasSubstr("1x9x9")));
  EXPECT_THAT(fault("name = \"y\"\n", "").what(), HasSubstr("no input \"y\""));
  EXPECT_THAT(fault("", "name = \"z\"\n").what(), HasSubstr("no output \"z\""));
  EXPECT_THAT(fault("", "classes = [\"a\", \"b\"]\n").what(),
              HasSubstr("returns 3 classes, but the card names 2"));
}

TEST_F(KserveTest, AServerThatTellsNoTensors) {
  ModelServer server(served_);
  server.Answer(ModelServer::kModel, {.body = R"({"name": "net", "inputs": [], "outputs": []})"});
  EXPECT_THAT(Caught([&] { Open(server); }).hint(), HasSubstr("add name"));
  Write("named.toml",
        "task = \"classification\"\n[input]\nname = \"x\"\nshape = [1, 8, 8]\n"
        "[output]\nkind = \"logits\"\n");
  EXPECT_EQ(Open(server, "", "named.toml")->Predict(images_).values, Truth().values);
}

TEST_F(KserveTest, AnUnnamedServerIsAskedInJson) {
  ModelServer server(served_);
  server.Answer(ModelServer::kServer, {.status = 404});
  EXPECT_EQ(Open(server)->Predict(images_).values, Truth().values);
  EXPECT_FALSE(server.seen().back().binary);
}

TEST_F(KserveTest, TheIdentityIsUrlMetadataAndCard) {
  ModelServer server(served_), other(served_);
  const std::string one = Open(server)->fingerprint();
  EXPECT_EQ(Open(server, "&batch=3")->fingerprint(), one);
  EXPECT_NE(Open(other)->fingerprint(), one);
  Write("more.toml", std::string(kCard) + "name = \"scores\"\n");
  EXPECT_NE(Open(server, "", "more.toml")->fingerprint(), one);
}

TEST_F(KserveTest, TokensAreSentAndNeverShown) {
  served_.token = "s3cret";
  ModelServer server(served_);
  const Error refused = Caught([&] { Open(server); });
  EXPECT_THAT(refused.what(), AllOf(HasSubstr("HTTP 401"), HasSubstr("who are you?")));
  EXPECT_THAT(refused.hint(), HasSubstr("LATENTFUZZ_KSERVE_TOKEN"));

  ::setenv("MY_TOKEN", "s3cret", 1);
  const auto model = Open(server, "&token=MY_TOKEN");
  EXPECT_EQ(model->Predict(images_).values, Truth().values);
  server.Answer(ModelServer::kInfer, {.status = 500});
  EXPECT_THAT(Caught([&] { model->Predict(images_); }).Render(), Not(HasSubstr("s3cret")));
  EXPECT_THAT(model->uri(), Not(HasSubstr("s3cret")));
  ::unsetenv("MY_TOKEN");
  EXPECT_THAT(Caught([&] { Open(server, "&token=MY_TOKEN"); }).what(),
              HasSubstr("MY_TOKEN is not set"));

  server.AnswerTruly(ModelServer::kInfer);
  ::setenv("LATENTFUZZ_KSERVE_TOKEN", "s3cret", 1);
  EXPECT_NO_THROW(Open(server));
  ::unsetenv("LATENTFUZZ_KSERVE_TOKEN");
}

TEST_F(KserveTest, AHeaderOfTheUri) {
  ModelServer server(served_);
  Open(server, "&header=Host:net.default.example.com");
  EXPECT_EQ(server.header("Host"), "net.default.example.com");
  EXPECT_EQ(Caught([&] { Open(server, "&header=nonsense"); }).kind(), ErrorKind::kUsage);
}

TEST_F(KserveTest, MalformedOptionsAreUsageErrors) {
  ModelServer server(served_);
  for (const char* option : {"&timeout=0", "&retries=-1", "&retries=x", "&batch=-1", "&binary=1"})
    EXPECT_EQ(Caught([&] { Open(server, option); }).kind(), ErrorKind::kUsage) << option;
}

TEST_F(KserveTest, FailuresThatPassAreRetried) {
  for (const int status : {429, 500, 502, 503, 504}) {
    ModelServer server(served_);
    const auto model = Open(server, "&retries=2");
    server.Answer(ModelServer::kInfer, {.status = status, .times = 2});
    EXPECT_EQ(model->Predict(images_).values, Truth().values) << status;
  }
}

TEST_F(KserveTest, WaitsForAModelThatIsNotReadyYet) {
  ModelServer server(served_);
  server.Answer(ModelServer::kReady, {.status = 503, .times = 2});
  EXPECT_NO_THROW(Open(server, "&retries=2"));
}

TEST_F(KserveTest, AConnectionThatWasLostIsMadeAgain) {
  std::optional<ModelServer> server(std::in_place, served_);
  const auto model = Open(*server, "&retries=1");
  served_.port = server->port();
  server.reset();
  server.emplace(served_);
  EXPECT_EQ(model->Predict(images_).values, Truth().values);
}

TEST_F(KserveTest, ServerThatFails) {
  const Error error =
      Refused(ModelServer::kInfer, {.status = 500, .body = R"({"error": "CUDA out of memory"})"},
              "&retries=1");
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("/v2/models/net/infer: HTTP 500"),
                                  HasSubstr("2 attempts"), HasSubstr("CUDA out of memory")));
  EXPECT_THAT(error.hint(), HasSubstr("log"));
}

TEST_F(KserveTest, ServerThatIsSlow) {
  const Error error = Refused(ModelServer::kInfer, {.delay_ms = 1500}, "&timeout=1");
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("/infer: no whole reply in time"), HasSubstr("1 s")));
  EXPECT_THAT(error.hint(), HasSubstr("timeout"));
}

TEST_F(KserveTest, ServerThatHangsUpHalfway) {
  const Error error =
      Refused(ModelServer::kInfer, {.body = R"({"outputs": [{"name": "sco)", .missing = 100});
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), HasSubstr("/infer: the connection ended before a whole reply"));
}

TEST_F(KserveTest, ServerThatIsNotThere) {
  std::string url;
  {
    ModelServer server(served_);
    url = server.url();
  }
  const Error error = Caught([&] {
    OpenClassifier("kserve:" + url + "?retries=1&card=" + (folder_ / "cnn.card.toml").string());
  });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("cannot connect"), HasSubstr("2 attempts")));
}

TEST_F(KserveTest, ModelThatIsNotReady) {
  const Error error = Refused(ModelServer::kReady, {.status = 503});
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("HTTP 503"), HasSubstr("not ready")));
}

TEST_F(KserveTest, UnknownModel) {
  const Error error = Refused(ModelServer::kReady,
                              {.status = 404, .body = R"({"error": "Request for unknown model"})"});
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("no such model"), HasSubstr("unknown model")));
  EXPECT_THAT(error.hint(), HasSubstr("name and version"));
}

TEST_F(KserveTest, RepliesThatAreNoAnswer) {
  const auto output = [](const char* datatype, const char* shape, const char* data) {
    return std::string(R"({"outputs": [{"name": "scores", "datatype": ")") + datatype +
           R"(", "shape": )" + shape + R"(, "data": )" + data + "}]}";
  };
  const std::pair<std::string, const char*> faults[] = {
      {"<html>", "not JSON"},
      {"{}", "malformed"},
      {output("FP32", "[8, 3]", "[1, 2]"), "shape [8, 3], but 2 elements"},
      {output("FP32", "[2, 3]", "[1, 2, 3, 4, 5, 6]"), "8 images in, but 6 scores"},
      {output("FP32", "[6]", "[1, 2, 3, 4, 5, 6]"), "returns a tensor [6]"},
      {output("FP32", "[8, 1]", "[1, 2, 3, 4, 5, 6, 7, 8]"), "returns 1 classes"},
      {output("INT64", "[8, 1]", "[1, 2, 3, 4, 5, 6, 7, 8]"), "INT64, not of FP32"},
  };
  for (const auto& [body, message] : faults) {
    const Error error = Refused(ModelServer::kInfer, {.body = body});
    EXPECT_EQ(error.kind(), ErrorKind::kSetup);
    EXPECT_THAT(error.what(), AllOf(HasSubstr(message), HasSubstr("http://127.0.0.1:"))) << body;
    EXPECT_FALSE(error.hint().empty()) << body;
  }
}

TEST_F(KserveTest, LikeliestClassesAndTheirIndices) {
  ModelServer server(served_);
  const auto tensor = [](const char* name, const char* datatype, const char* shape) {
    return std::string(R"({"name": ")") + name + R"(", "datatype": ")" + datatype +
           R"(", "shape": )" + shape;
  };
  server.Answer(ModelServer::kModel,
                {.body = R"({"name": "net", "inputs": [)" + tensor("x", "FP32", "[-1, 1, 8, 8]") +
                         R"(}], "outputs": [)" + tensor("p", "FP32", "[-1, 1]") + "}, " +
                         tensor("top", "INT64", "[-1, 1]") + "}]}"});
  server.Answer(
      ModelServer::kInfer,
      {.body = R"({"outputs": [)" + tensor("top", "INT64", "[8, 1]") +
               R"(, "data": [0, 1, 2, 0, 1, 2, 0, 1]}, )" + tensor("p", "FP32", "[8, 1]") +
               R"(, "data": [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]}]})"});
  Write("top.toml",
        "task = \"classification\"\n[output]\nkind = \"probabilities\"\nclasses = [\"a\", \"b\", "
        "\"c\"]\nname = \"p\"\nindices = \"top\"\n");
  const ScoreBatch scores = Open(server, "", "top.toml")->Predict(images_.Slice(0, 8));
  EXPECT_THAT(scores.row(0), ::testing::ElementsAre(0.5F, 0.25F, 0.25F));
  EXPECT_THAT(scores.row(5), ::testing::ElementsAre(0.25F, 0.25F, 0.5F));
}

TEST_F(KserveTest, NeedsACard) {
  ModelServer server(served_);
  const Error error = Caught([&] { OpenClassifier("kserve:" + server.url()); });
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.hint(), HasSubstr("?card=FILE"));
}

TEST(KserveZoo, SameScoresAsTorchScript) {
  for (const ZooEntry& entry : ListZoo()) {
    const std::filesystem::path card = DefaultCardPath(entry.model);
    if (ReadModelCard(card).task != Task::kClassification) continue;
    const auto truth = OpenClassifier("zoo:" + entry.name, {Passes::kAsShipped, ""});
    const ImageBatch images = ProbeImages(*truth->card().image.shape, 256);
    const ScoreBatch scores = truth->Predict(images);
    for (const bool binary : {true, false}) {
      ServedModel served;
      served.uri = "zoo:" + entry.name;
      served.binary = binary;
      ModelServer server(served);
      const auto model = OpenClassifier("kserve:" + server.url() + "?card=" + card.string());
      EXPECT_EQ(model->Predict(images).values, scores.values) << entry.name << binary;
    }
  }
}

}  // namespace
}  // namespace latentfuzz
