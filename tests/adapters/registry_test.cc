// Opening models by URI.
#include <gmock/gmock.h>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/adapters/torchscript_options.h"
#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::HasSubstr;

class RegistryTest : public AdapterTest {
 protected:
  void SetUp() override {
    AdapterTest::SetUp();
    SaveSmallCnn(folder_ / "cnn.pt");
    Write("cnn.card.toml",
          "task = \"classification\"\n[input]\nshape = [1, 8, 8]\n"
          "[output]\nkind = \"logits\"\nclasses = [\"a\", \"b\", \"c\"]\n");
    path_ = (folder_ / "cnn.pt").string();
  }
  std::string path_;
};

TEST_F(RegistryTest, BarePathAndSchemeOpenTheSameModel) {
  const auto bare = OpenClassifier(path_);
  const auto named = OpenClassifier("torchscript:" + path_);
  EXPECT_EQ(bare->fingerprint(), named->fingerprint());
  EXPECT_EQ(bare->uri(), path_);
  EXPECT_EQ(named->uri(), "torchscript:" + path_);
}

TEST_F(RegistryTest, ClassifierAsGeneratorIsASetupError) {
  const Error error = Caught([&] { OpenGenerator(path_); });
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), HasSubstr("cnn.card.toml"));
}

TEST_F(RegistryTest, MissingModelAndMissingCard) {
  // The model comes first: its path is what a user mistypes.
  EXPECT_THAT(Caught([&] { OpenClassifier((folder_ / "x.pt").string()); }).what(),
              HasSubstr("x.pt: no such model file"));
  Write("x.pt", "no archive");
  EXPECT_THAT(Caught([&] { OpenClassifier((folder_ / "x.pt").string()); }).what(),
              HasSubstr("x.card.toml"));
}

TEST_F(RegistryTest, CardFromElsewhere) {
  std::filesystem::rename(folder_ / "cnn.card.toml", folder_ / "other.toml");
  OpenOptions options;
  options.card = (folder_ / "other.toml").string();
  EXPECT_EQ(OpenClassifier(path_, options)->card().classes.size(), 3U);
}

TEST_F(RegistryTest, TheUriMayNameTheCard) {
  std::filesystem::rename(folder_ / "cnn.card.toml", folder_ / "other.toml");
  const std::string uri = path_ + "?card=" + (folder_ / "other.toml").string();
  EXPECT_EQ(OpenClassifier(uri)->card().classes.size(), 3U);
  EXPECT_EQ(TaskOf(uri), Task::kClassification);
  // A card that is given beside the URI comes first.
  Write("two.toml",
        "task = \"classification\"\n[input]\nshape = [1, 8, 8]\n"
        "[output]\nkind = \"logits\"\nclasses = [\"a\", \"b\"]\n");
  OpenOptions options;
  options.card = (folder_ / "two.toml").string();
  EXPECT_THAT(Caught([&] { OpenClassifier(uri, options); }).what(), HasSubstr("3 classes"));
}

TEST_F(RegistryTest, TheTaskIsTheCards) {
  EXPECT_EQ(TaskOf(path_), Task::kClassification);
  EXPECT_EQ(TaskOf("zoo:fashion-vae"), Task::kGenerator);
  EXPECT_THAT(Caught([&] { TaskOf("x.pt"); }).what(), HasSubstr("x.pt: no such model file"));
}

TEST_F(RegistryTest, OptionsAreReadFromCardAndUri) {
  ModelCard card;
  card.qengine = "onednn";
  Passes passes = Passes::kFastest;
  const auto read = [&](const std::string& query) {
    return ReadTorchScriptOptions(ModelUri::Parse("a.pt" + query), passes, card);
  };
  EXPECT_EQ(read("").qengine, "onednn");
  EXPECT_EQ(read("").passes, Passes::kFastest);
  EXPECT_EQ(read("").threads, 0);
  EXPECT_EQ(read("?qengine=qnnpack&threads=3&device=cuda").qengine, "qnnpack");
  EXPECT_EQ(read("?threads=3").threads, 3);
  EXPECT_EQ(read("?device=cuda").device, "cuda");
  EXPECT_EQ(read("?optimize=0").passes, Passes::kAsShipped);
  passes = Passes::kAsShipped;
  EXPECT_EQ(read("?optimize=1").passes, Passes::kAsShipped);
}

TEST_F(RegistryTest, MalformedOptionValuesAreUsageErrors) {
  for (const char* query : {"?threads=0", "?threads=two", "?threads=1.5", "?threads=99999999999",
                            "?optimize=yes", "?device=abacus"}) {
    EXPECT_EQ(Caught([&] { OpenClassifier(path_ + query); }).kind(), ErrorKind::kUsage) << query;
  }
}

TEST_F(RegistryTest, ThreadsReachTheEngineButNotTheFingerprint) {
  const auto plain = OpenClassifier(path_);
  const auto threaded = OpenClassifier(path_ + "?threads=2");
  EXPECT_EQ(threaded->engine().threads, 2);
  EXPECT_EQ(threaded->engine().options.at("threads"), "2");
  EXPECT_EQ(plain->fingerprint(), threaded->fingerprint());
}

}  // namespace
}  // namespace latentfuzz
