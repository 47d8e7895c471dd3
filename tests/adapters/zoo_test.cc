#include "latentfuzz/adapters/zoo.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <optional>

#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::HasSubstr;

class ZooTest : public AdapterTest {
 protected:
  void SetUp() override {
    AdapterTest::SetUp();
    if (const char* value = std::getenv("LATENTFUZZ_ZOO")) before_ = value;
    setenv("LATENTFUZZ_ZOO", folder_.c_str(), 1);
  }
  void TearDown() override {
    if (before_)
      setenv("LATENTFUZZ_ZOO", before_->c_str(), 1);
    else
      unsetenv("LATENTFUZZ_ZOO");
    AdapterTest::TearDown();
  }
  void AddModel(const std::string& name) {
    Write(name + ".pt", "model");
    Write(name + ".card.toml", "card");
  }

 private:
  std::optional<std::string> before_;
};

TEST_F(ZooTest, VariableNamesTheFolder) {
  AddModel("cnn");
  EXPECT_EQ(ZooDirectory(), folder_);
  EXPECT_EQ(ZooModel("cnn"), folder_ / "cnn.pt");
}

TEST_F(ZooTest, ListIsSortedAndHoldsModelsWithCardsOnly) {
  AddModel("vae");
  AddModel("cnn");
  Write("stray.pt", "no card");
  Write("readme.md", "text");
  const std::vector<ZooEntry> entries = ListZoo();
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].name, "cnn");
  EXPECT_EQ(entries[1].name, "vae");
  EXPECT_EQ(entries[1].model, folder_ / "vae.pt");
  EXPECT_EQ(entries[1].bytes, 5U);
}

TEST_F(ZooTest, UnknownNameSuggestsTheNearest) {
  AddModel("fashion-cnn");
  const Error error = Caught([] { ZooModel("fashion-cn"); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_THAT(error.what(), HasSubstr("zoo:fashion-cn"));
  EXPECT_THAT(error.hint(), HasSubstr("did you mean `fashion-cnn`"));
}

TEST_F(ZooTest, NameIsNoPath) {
  AddModel("cnn");
  EXPECT_EQ(Caught([] { ZooModel("../cnn"); }).kind(), ErrorKind::kUsage);
}

TEST_F(ZooTest, VariableWithoutModelsIsASetupError) {
  const Error error = Caught([] { ZooDirectory(); });
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), HasSubstr("LATENTFUZZ_ZOO=" + folder_.string()));
}

}  // namespace
}  // namespace latentfuzz
