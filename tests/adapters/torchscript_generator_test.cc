#include <gmock/gmock.h>
#include <torch/script.h>

#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// Latents of two values in [0,1] are the pixels of a 1x1x2 image.
constexpr const char* kDecode = "def forward(self, z):\n    return z.reshape([-1, 1, 1, 2])\n";
constexpr const char* kEncode = "def encode(self, x):\n    return x.flatten(1)\n";
constexpr const char* kLatent = "[latent]\nsize = 2\nprior = \"uniform\"\nbounds = [0, 1]\n";
constexpr const char* kOutput = "[output]\nshape = [1, 1, 2]\n";

class TorchScriptGeneratorTest : public AdapterTest {
 protected:
  std::string Model(const std::string& source, const std::string& latent = kLatent,
                    const std::string& output = kOutput) {
    SaveScript(folder_ / "g.pt", source);
    Write("g.card.toml", "task = \"generator\"\n" + latent + output);
    return (folder_ / "g.pt").string();
  }
  Error OpenError(const std::string& uri) {
    const Error error = Caught([&] { OpenGenerator(uri); });
    EXPECT_EQ(error.kind(), ErrorKind::kSetup);
    EXPECT_THAT(error.what(), HasSubstr("g."));
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    return error;
  }
};

LatentBatch Latents(std::vector<std::vector<float>> rows, std::vector<int> labels = {}) {
  LatentBatch latents;
  labels.resize(rows.size(), labels.empty() ? kNoLabel : labels.back());
  for (std::size_t i = 0; i < rows.size(); ++i) latents.Append(rows[i], labels[i]);
  return latents;
}

TEST_F(TorchScriptGeneratorTest, DecodesToCanonicalImages) {
  const auto generator = OpenGenerator(Model(kDecode));
  const ImageBatch images = generator->Decode(Latents({{0, 0.5F}, {1, 0.25F}}));
  EXPECT_EQ(images.shape, (ImageShape{1, 1, 2}));
  EXPECT_THAT(images.values, ElementsAre(0, 0.5F, 1, 0.25F));
  EXPECT_FALSE(generator->can_encode());
  const ImageBatch none = generator->Decode(LatentBatch(0, 2));
  EXPECT_EQ(none.size(), 0U);
  EXPECT_EQ(none.shape, images.shape);
}

TEST_F(TorchScriptGeneratorTest, DeclaredRangeIsUndone) {
  const auto generator =
      OpenGenerator(Model("def forward(self, z):\n    return z.reshape([-1, 1, 1, 2]) * 2 - 1\n",
                          kLatent, "[output]\nshape = [1, 1, 2]\nrange = [-1, 1]\n"));
  EXPECT_THAT(generator->Decode(Latents({{0.25F, 1}})).values, ElementsAre(0.25F, 1));
}

TEST_F(TorchScriptGeneratorTest, UndeclaredRangeIsFoundWhenOpened) {
  const Error error =
      OpenError(Model("def forward(self, z):\n    return z.reshape([-1, 1, 1, 2]) * 2 - 1\n"));
  EXPECT_THAT(error.what(), HasSubstr("declares [0, 1]"));
  EXPECT_THAT(error.hint(), HasSubstr("range = [-1, 1]"));
}

TEST_F(TorchScriptGeneratorTest, NanIsRefused) {
  const auto generator = OpenGenerator(Model(kDecode));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(Caught([&] { generator->Decode(Latents({{0, nan}})); }).what(), HasSubstr("NaN"));
}

TEST_F(TorchScriptGeneratorTest, MethodDecodeGoesBeforeForward) {
  const auto generator =
      OpenGenerator(Model("def forward(self, x):\n    return x\n"
                          "def decode(self, z):\n    return z.reshape([-1, 1, 1, 2])\n"));
  EXPECT_THAT(generator->Decode(Latents({{0, 1}})).values, ElementsAre(0, 1));
}

TEST_F(TorchScriptGeneratorTest, EncodesAndDecodesBack) {
  const auto generator = OpenGenerator(Model(std::string(kDecode) + kEncode));
  ASSERT_TRUE(generator->can_encode());
  const LatentBatch latents = Latents({{0, 0.5F}, {1, 0.25F}, {0.125F, 0}});
  const LatentBatch back = generator->Encode(generator->Decode(latents));
  EXPECT_EQ(back.values, latents.values);
  EXPECT_EQ(back.dim, 2U);
  EXPECT_THAT(back.labels, ElementsAre(kNoLabel, kNoLabel, kNoLabel));
}

TEST_F(TorchScriptGeneratorTest, ConditionalEncodersTakeTheClassOfEachImage) {
  const auto generator =
      OpenGenerator(Model("def forward(self, z, labels):\n"
                          "    return z.reshape([-1, 1, 1, 2]) * labels.reshape([-1, 1, 1, 1])\n"
                          "def encode(self, x, labels):\n"
                          "    return x.flatten(1) + labels.reshape([-1, 1])\n",
                          std::string(kLatent) + "classes = [\"dark\", \"bright\"]\n"));
  const ImageBatch images(2, {1, 1, 2});
  const std::vector<int> labels{1, 0};
  const LatentBatch latents = generator->Encode(images, labels);
  EXPECT_THAT(latents.values, ElementsAre(1, 1, 0, 0));
  EXPECT_EQ(latents.labels, labels);
  const Error error = Caught([&] { generator->Encode(images); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_THAT(error.what(), HasSubstr("0 labels for 2 images"));
  const std::vector<int> unknown{1, 2};
  EXPECT_THAT(Caught([&] { generator->Encode(images, unknown); }).what(), HasSubstr("label 2"));
}

TEST_F(TorchScriptGeneratorTest, SettingsOfTheCardAreTheModules) {
  torch::jit::Module module("Settable");
  module.register_attribute("steps", c10::FloatType::get(), 1.0);
  module.define("def forward(self, z):\n    return z.reshape([-1, 1, 1, 2]) / self.steps\n");
  module.save((folder_ / "g.pt").string());
  Write("g.card.toml",
        std::string("task = \"generator\"\n") + kLatent + kOutput + "[decode]\nsteps = 2\n");
  const std::string uri = (folder_ / "g.pt").string();
  const auto as_carded = OpenGenerator(uri), more = OpenGenerator(uri + "?steps=4");
  EXPECT_THAT(as_carded->Decode(Latents({{1, 0.5F}})).values, ElementsAre(0.5F, 0.25F));
  EXPECT_THAT(more->Decode(Latents({{1, 0.5F}})).values, ElementsAre(0.25F, 0.125F));
  EXPECT_NE(as_carded->fingerprint(), more->fingerprint());
  for (const char* steps : {"many", "0", "-3", "1.5", "1001", "nan"}) {
    EXPECT_THAT(Caught([&] { OpenGenerator(uri + "?steps=" + steps); }).what(),
                HasSubstr(" is no whole number from 1 to 1000"));
  }
  EXPECT_THAT(Caught([&] { OpenGenerator(uri + "?guidance=2"); }).what(),
              HasSubstr("no setting guidance"));
}

TEST_F(TorchScriptGeneratorTest, EncoderOfAnotherSizeIsRefused) {
  EXPECT_THAT(OpenError(Model(std::string(kDecode) +
                              "def encode(self, x):\n    return x.flatten(1)[:, 0:1]\n"))
                  .what(),
              HasSubstr("encode returns a tensor [8, 1] instead of [8, 2]"));
}

TEST_F(TorchScriptGeneratorTest, EncodeWithoutAMethodIsAUsageError) {
  const auto generator = OpenGenerator(Model(kDecode));
  EXPECT_EQ(Caught([&] { generator->Encode(ImageBatch(1, {1, 1, 2})); }).kind(), ErrorKind::kUsage);
}

TEST_F(TorchScriptGeneratorTest, EncodeOfAnotherShape) {
  const auto generator = OpenGenerator(Model(std::string(kDecode) + kEncode));
  EXPECT_THAT(Caught([&] {
                generator->Encode(ImageBatch(1, {1, 2, 2}));
              }).what(),
              HasSubstr("images are 1x2x2, but the generator's are 1x1x2"));
}

TEST_F(TorchScriptGeneratorTest, LatentSizeIsCheckedBeforeTheModel) {
  const auto generator = OpenGenerator(Model(kDecode));
  // Four values would reshape to two images without any complaint of the model.
  const Error error = Caught([&] { generator->Decode(Latents({{0, 0, 0, 0}})); });
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), HasSubstr("latents have 4 values, but the generator takes 2"));
}

TEST_F(TorchScriptGeneratorTest, WrongLatentSizeInTheCard) {
  EXPECT_THAT(OpenError(Model("def forward(self, z):\n    assert z.size(1) == 2, 'two'\n"
                              "    return z.reshape([-1, 1, 1, 2])\n",
                              "[latent]\nsize = 4\n"))
                  .what(),
              HasSubstr("model rejects latents of size 4: "));
}

TEST_F(TorchScriptGeneratorTest, ShapeLeftOutIsLearned) {
  const auto generator = OpenGenerator(Model(kDecode, kLatent, ""));
  EXPECT_EQ(generator->card().image.shape, (ImageShape{1, 1, 2}));
}

TEST_F(TorchScriptGeneratorTest, ShapeThatCannotBeLearnedMustBeGiven) {
  EXPECT_THAT(OpenError(Model("def forward(self, z):\n    return z\n", kLatent, "")).hint(),
              HasSubstr("add shape"));
}

TEST_F(TorchScriptGeneratorTest, FlatRowsAreImagesOfTheDeclaredShape) {
  const auto generator = OpenGenerator(Model("def forward(self, z):\n    return z\n"));
  EXPECT_THAT(generator->Decode(Latents({{0, 1}})).values, ElementsAre(0, 1));
}

TEST_F(TorchScriptGeneratorTest, OtherShapesAreRefused) {
  EXPECT_THAT(
      OpenError(Model("def forward(self, z):\n    return z.reshape([-1, 1, 2, 1])\n")).what(),
      HasSubstr("forward returns a tensor [8, 1, 2, 1] instead of [8, 1, 1, 2]"));
}

constexpr const char* kConditional =
    "def forward(self, z, labels: Tensor):\n"
    "    return (z + labels.unsqueeze(1) * 0.25).reshape([-1, 1, 1, 2])\n";
constexpr const char* kClasses =
    "[latent]\nsize = 2\nprior = \"uniform\"\nbounds = [0, 0.5]\nclasses = [\"a\", \"b\", \"c\"]\n";

TEST_F(TorchScriptGeneratorTest, ConditionalGeneratorGetsItsLabels) {
  const auto generator = OpenGenerator(Model(kConditional, kClasses));
  EXPECT_THAT(generator->Decode(Latents({{0, 0.25F}, {0, 0.25F}}, {0, 2})).values,
              ElementsAre(0, 0.25F, 0.5F, 0.75F));
}

TEST_F(TorchScriptGeneratorTest, ConditionalGeneratorNeedsAKnownLabel) {
  const auto generator = OpenGenerator(Model(kConditional, kClasses));
  for (const int label : {kNoLabel, 3}) {
    const Error error = Caught([&] { generator->Decode(Latents({{0, 0}}, {label})); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_THAT(error.what(), HasSubstr("none of the generator's 3 classes"));
  }
}

TEST_F(TorchScriptGeneratorTest, FixedBatchIsLoopedAndPadded) {
  const auto generator = OpenGenerator(
      Model("def forward(self, z):\n    assert z.size(0) == 2\n"
            "    return z.reshape([-1, 1, 1, 2])\n"
            "def encode(self, x):\n    assert x.size(0) == 2\n    return x.flatten(1)\n",
            std::string(kLatent) + "batch = 2\n"));
  const LatentBatch latents = Latents({{0, 0.1F}, {0.2F, 0.3F}, {0.4F, 0.5F}});
  const ImageBatch images = generator->Decode(latents);
  EXPECT_EQ(images.values, latents.values);
  EXPECT_EQ(generator->Encode(images).values, latents.values);
}

TEST_F(TorchScriptGeneratorTest, FingerprintKnowsDecodeSettingsButNotTheRadius) {
  const auto print = [&](const std::string& more) {
    return OpenGenerator(Model(kDecode, kLatent, kOutput + more))->fingerprint();
  };
  const std::string plain = print("");
  EXPECT_NE(plain, print("[decode]\nsteps = 20\n"));
  EXPECT_NE(print("[decode]\nsteps = 20\n"), print("[decode]\nsteps = 21\n"));
  EXPECT_EQ(plain, print("[data]\nnear_copy_radius = 2\n"));
}

TEST_F(TorchScriptGeneratorTest, PreparedAndShippedDecodeAlike) {
  const std::string uri =
      Model("def forward(self, z):\n    return torch.sigmoid(z).reshape([-1, 1, 1, 2])\n" +
            std::string(kEncode));
  OpenOptions as_shipped;
  as_shipped.passes = Passes::kAsShipped;
  const auto fast = OpenGenerator(uri), plain = OpenGenerator(uri, as_shipped);
  const LatentBatch latents = ProbeLatents(fast->card(), 50);
  const ImageBatch a = fast->Decode(latents), b = plain->Decode(latents);
  for (std::size_t i = 0; i < a.values.size(); ++i) ASSERT_NEAR(a.values[i], b.values[i], 1e-6);
  EXPECT_EQ(fast->fingerprint(), plain->fingerprint());
}

}  // namespace
}  // namespace latentfuzz
