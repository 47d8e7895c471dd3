// A model server behind https.
#include <gmock/gmock.h>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/tests/adapters/fixture.h"
#include "latentfuzz/tests/adapters/kserve/model_server.h"

namespace latentfuzz {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class KserveHttpsTest : public AdapterTest {
 protected:
  void SetUp() override {
    AdapterTest::SetUp();
    SaveSmallCnn(folder_ / "cnn.pt");
    Write("cnn.card.toml",
          "task = \"classification\"\n[input]\nshape = [1, 8, 8]\n[output]\nkind = \"logits\"\n");
    served_.uri = (folder_ / "cnn.pt").string();
  }
  void Certify(const std::string& name) { served_.tls = WriteCertificate(folder_, name); }
  // The client cannot see that the server has closed an idle connection of TLS: then it asks again.
  std::unique_ptr<Classifier> Open(const std::string& url, const std::string& options) const {
    return OpenClassifier("kserve:" + url +
                          "?retries=1&card=" + (folder_ / "cnn.card.toml").string() + options);
  }
  std::string Trusting() const { return "&ca=" + served_.tls.certificate.string(); }

  ServedModel served_;
};

TEST_F(KserveHttpsTest, ACertificateThatIsTrusted) {
  Certify("IP:127.0.0.1");
  ModelServer server(served_);
  ASSERT_THAT(server.url(), ::testing::StartsWith("https://"));
  const auto model = Open(server.url(), Trusting());
  const ImageBatch images = ProbeImages({1, 8, 8}, 300);
  EXPECT_EQ(model->Predict(images).values,
            OpenClassifier(served_.uri, {Passes::kAsShipped, ""})->Predict(images).values);
  EXPECT_TRUE(server.seen().back().binary);
}

TEST_F(KserveHttpsTest, CertificatesThatAreNotTrusted) {
  Certify("IP:127.0.0.1");
  ModelServer server(served_);
  const Error error = Caught([&] { Open(server.url(), ""); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), AllOf(HasSubstr(server.url().substr(0, server.url().find("/v2"))),
                                  HasSubstr("cannot make a secure connection")));
  EXPECT_THAT(error.hint(), HasSubstr("ca=FILE"));
  EXPECT_TRUE(server.seen().empty());
}

TEST_F(KserveHttpsTest, ACertificateForAnotherHost) {
  Certify("DNS:example.org");
  ModelServer server(served_);
  EXPECT_THAT(Caught([&] { Open(server.url(), Trusting()); }).what(),
              HasSubstr("cannot make a secure connection"));
}

TEST_F(KserveHttpsTest, FilesToTrust) {
  const Error missing = Caught([&] { Open("https://localhost/v2/models/net", "&ca=none.pem"); });
  EXPECT_EQ(missing.kind(), ErrorKind::kSetup);
  EXPECT_THAT(missing.what(), HasSubstr("no such file: none.pem"));
  Certify("IP:127.0.0.1");
  EXPECT_EQ(Caught([&] { Open("http://localhost/v2/models/net", Trusting()); }).kind(),
            ErrorKind::kUsage);
  ModelServer server(served_);
  const std::string text = "&ca=" + Write("text.pem", "no certificate").string();
  EXPECT_THAT(Caught([&] { Open(server.url(), text); }).what(),
              HasSubstr("cannot make a secure connection"));
}

TEST_F(KserveHttpsTest, AServerThatSpeaksNoTls) {
  ModelServer server(served_);
  const std::string url = "https" + server.url().substr(4);
  EXPECT_THAT(Caught([&] { Open(url, ""); }).what(), HasSubstr("cannot make a secure connection"));
}

}  // namespace
}  // namespace latentfuzz
