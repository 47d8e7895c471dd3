// Generators behind a model server.
#include "latentfuzz/adapters/generator.h"

#include <gmock/gmock.h>

#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/tests/adapters/fixture.h"
#include "latentfuzz/tests/adapters/kserve/model_server.h"

namespace latentfuzz {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class KserveGeneratorTest : public AdapterTest {
 protected:
  // Decodes [n, 3] to [n, 1, 2, 2].
  void Serve(const std::string& source, const std::string& latent) {
    SaveScript(folder_ / "net.pt", source);
    Write("net.card.toml",
          "task = \"generator\"\n[latent]\nsize = 3\n" + latent + "[output]\nshape = [1, 2, 2]\n");
    served_.uri = (folder_ / "net.pt").string();
    served_.input = "z";
    served_.output = "image";
  }
  std::unique_ptr<Generator> Open(const ModelServer& server,
                                  const std::string& options = "") const {
    return OpenGenerator("kserve:" + server.url() +
                         "?retries=0&card=" + (folder_ / "net.card.toml").string() + options);
  }
  std::vector<float> Truth(const LatentBatch& latents) const {
    return OpenGenerator(served_.uri, {Passes::kAsShipped, ""})->Decode(latents).values;
  }

  static constexpr const char* kPlain =
      "def decode(self, z):\n"
      "    return torch.sigmoid(torch.cat([z, z[:, :1] - 1.0], 1)).reshape(-1, 1, 2, 2)\n"
      "def encode(self, x):\n    return torch.flatten(x, 1)[:, :3]\n";
  static constexpr const char* kConditional =
      "def forward(self, z, y: Tensor):\n"
      "    bright = torch.sigmoid(z) * 0.5 + 0.5 * y.unsqueeze(1)\n"
      "    return torch.cat([bright, bright[:, :1]], 1).reshape(-1, 1, 2, 2)\n";
  ServedModel served_;
};

TEST_F(KserveGeneratorTest, DecodesAsItsFileDoes) {
  Serve(kPlain, "");
  for (const bool binary : {true, false}) {
    served_.binary = binary;
    ModelServer server(served_);
    const auto model = Open(server);
    EXPECT_FALSE(model->can_encode());  // a server has one function
    const LatentBatch latents = ProbeLatents(model->card(), 21);
    EXPECT_EQ(model->Decode(latents).values, Truth(latents));
    EXPECT_EQ(server.seen().back().binary, binary);
  }
}

TEST_F(KserveGeneratorTest, LabelsTravelWithTheirLatents) {
  Serve(kConditional, "classes = [\"dark\", \"bright\"]\n");
  for (const bool binary : {true, false}) {
    served_.binary = binary;
    ModelServer server(served_);
    for (const char* options : {"", "&batch=4"}) {
      const auto model = Open(server, options);
      const LatentBatch latents = ProbeLatents(model->card(), 10);
      EXPECT_EQ(model->Decode(latents).values, Truth(latents)) << binary << options;
    }
    EXPECT_EQ(server.seen().back().rows, 2U);  // 4, 4, 2
  }
}

TEST_F(KserveGeneratorTest, TheCardMustFitTheModel) {
  Serve(kConditional, "classes = [\"dark\", \"bright\"]\n");
  ModelServer server(served_);
  Write("net.card.toml", "task = \"generator\"\n[latent]\nsize = 3\n[output]\nshape = [1, 2, 2]\n");
  EXPECT_THAT(Caught([&] { Open(server); }).what(),
              AllOf(HasSubstr(server.url()), HasSubstr("label [?] of INT64")));
  Write("net.card.toml",
        "task = \"generator\"\n[latent]\nsize = 4\nclasses = [\"dark\", \"bright\"]\n"
        "[output]\nshape = [1, 2, 2]\n");
  EXPECT_THAT(Caught([&] { Open(server); }).what(), HasSubstr("the card says, 4"));
}

TEST_F(KserveGeneratorTest, AServerThatFails) {
  Serve(kPlain, "");
  ModelServer server(served_);
  const auto model = Open(server);
  server.Answer(ModelServer::kInfer, {.status = 500, .body = R"({"error": "no memory"})"});
  EXPECT_THAT(Caught([&] { model->Decode(ProbeLatents(model->card(), 2)); }).what(),
              AllOf(HasSubstr("HTTP 500"), HasSubstr("no memory")));
}

}  // namespace
}  // namespace latentfuzz
