#include "latentfuzz/harness/real_images.h"

#include <gmock/gmock.h>

#include <fstream>

#include "latentfuzz/tests/adapters/image_files.h"
#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/toy_models.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class RealImagesTest : public ::testing::Test {
 protected:
  RealImagesTest() {
    WriteFlatPng(directory_.path() / "data/cat/1.png", {0.2F});
    WriteFlatPng(directory_.path() / "data/dog/1.png", {0.4F});
    card_.image.shape = toy::kShape;
    card_.source = directory_.path() / "vae.card.toml";
    options_.images = (directory_.path() / "data").string();
  }
  std::vector<int> Labels(const std::vector<std::string>& classes) {
    return LoadRealImages(options_, card_, classes)->labels;
  }

  samples::TemporaryDirectory directory_;
  ModelCard card_;
  CampaignOptions options_;
};

TEST_F(RealImagesTest, NoneAreNamed) {
  options_.images.clear();
  EXPECT_FALSE(LoadRealImages(options_, card_, {}).has_value());
}

TEST_F(RealImagesTest, TheCardNamesAFolderBesideIt) {
  options_.images.clear();
  card_.data_images = "data";
  EXPECT_EQ(LoadRealImages(options_, card_, {})->labels.size(), 2U);
}

TEST_F(RealImagesTest, LabelsAreMatchedByName) {
  EXPECT_THAT(Labels({"cat", "dog"}), ElementsAre(0, 1));
  EXPECT_THAT(Labels({"horse", "dog", "cat"}), ElementsAre(2, 1));
  EXPECT_THAT(Labels({}), ElementsAre(0, 1));
  EXPECT_THAT(Labels({"first", "second"}), ElementsAre(0, 1));  // no name in common
}

TEST_F(RealImagesTest, UnknownClassesAreRefused) {
  for (const std::vector<std::string>& classes :
       {std::vector<std::string>{"cat", "horse"}, {"x", "y", "z"}}) {
    const auto error = samples::ErrorOf([&] { Labels(classes); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind(), ErrorKind::kSetup);
    EXPECT_THAT(error->what(), HasSubstr("'dog' is no class of the classifiers"));
  }
}

TEST_F(RealImagesTest, ImagesOfAFolderAreConverted) {
  card_.image.shape = ImageShape{3, 8, 8};
  EXPECT_EQ(LoadRealImages(options_, card_, {})->images.shape, (ImageShape{3, 8, 8}));
}

TEST_F(RealImagesTest, OtherImagesOfAnotherShapeAreRefused) {
  const auto images = directory_.path() / "i", labels = directory_.path() / "l";
  WriteIdx({ImageBatch(1, toy::kShape), {0}}, images, labels);
  options_.images = images.string();
  options_.labels = labels.string();
  card_.image.shape = ImageShape{1, 5, 5};
  const auto error = samples::ErrorOf([&] { Labels({}); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kSetup);
  EXPECT_THAT(error->what(), HasSubstr("1x4x4"));
}

}  // namespace
}  // namespace latentfuzz
