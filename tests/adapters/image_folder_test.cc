#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <opencv2/imgcodecs.hpp>

#include "latentfuzz/adapters/image_set.h"
#include "latentfuzz/tests/adapters/fixture.h"
#include "latentfuzz/tests/adapters/image_files.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ImageFolderTest : public AdapterTest {
 protected:
  void Png(const std::string& name, const std::vector<float>& channels, int height = 4,
           int width = 4) const {
    WriteFlatPng(folder_ / name, channels, height, width);
  }
  // Expects the folder to be refused with `text` in the message.
  void ExpectRefused(const std::string& text, const ReadOptions& options = {}) const {
    const Error error = Caught([&] { ReadImageFolder(folder_, options); });
    EXPECT_EQ(error.kind(), ErrorKind::kData) << error.what();
    EXPECT_THAT(error.what(), HasSubstr(text));
    EXPECT_FALSE(error.hint().empty());
  }
};

TEST_F(ImageFolderTest, ClassesAndFilesAreSorted) {
  Png("dog/b.png", {0.2F, 0.4F, 1});
  Png("dog/a.PNG", {0, 0.6F, 0.8F});
  Png("cat/z.png", {1, 0, 0});
  Write("dog/notes.txt", "no image");
  Write("dog/.hidden.png", "no image");
  Write("readme.md", "no class");
  fs::create_directories(folder_ / ".git");
  const ImageSet data = ReadImageFolder(folder_);
  EXPECT_THAT(data.classes, ElementsAre("cat", "dog"));
  EXPECT_THAT(data.labels, ElementsAre(0, 1, 1));
  EXPECT_EQ(data.images.shape, (ImageShape{3, 4, 4}));
  EXPECT_THAT(data.images.image(0)[0], 1.0F);   // red, first
  EXPECT_THAT(data.images.image(0)[47], 0.0F);  // blue, last
  EXPECT_EQ(data.images.image(1)[16], 153.0F / 255.0F);
  EXPECT_EQ(data.images.image(2)[0], 51.0F / 255.0F);
}

TEST_F(ImageFolderTest, NumbersAreOrderedAsNumbers) {
  for (const char* name : {"0", "1", "2", "10"}) Png(std::string(name) + "/i.png", {0.5F});
  EXPECT_THAT(ReadImageFolder(folder_).classes, ElementsAre("0", "1", "2", "10"));
  Png("x/i.png", {0.5F});
  EXPECT_THAT(ReadImageFolder(folder_).classes, ElementsAre("0", "1", "10", "2", "x"));
}

TEST_F(ImageFolderTest, JpegFilesAreRead) {
  Png("a/1.png", {0.5F, 0.5F, 0.5F}, 8, 8);
  fs::create_directories(folder_ / "b");
  const cv::Mat blue(8, 8, CV_8UC3, cv::Scalar(255, 0, 0));
  cv::imwrite((folder_ / "b/1.jpeg").string(), blue);
  const ImageSet data = ReadImageFolder(folder_);
  ASSERT_EQ(data.size(), 2U);
  EXPECT_NEAR(data.images.image(1)[0], 0, 0.02);
  EXPECT_NEAR(data.images.image(1)[128], 1, 0.02);
}

TEST_F(ImageFolderTest, TheLimitIsSharedByTheClasses) {
  for (int i = 0; i < 5; ++i) Png("a/" + std::to_string(i) + ".png", {0.1F});
  Png("b/0.png", {0.2F});
  for (int i = 0; i < 5; ++i) Png("c/" + std::to_string(i) + ".png", {0.3F});
  EXPECT_THAT(ReadImageFolder(folder_, {.limit = 6}).labels, ElementsAre(0, 0, 0, 1, 2, 2));
  EXPECT_EQ(ReadImageFolder(folder_, {.limit = 100}).size(), 11U);
}

TEST_F(ImageFolderTest, MixedImagesAreRefusedOrConverted) {
  Png("a/1.png", {0.2F}, 4, 4);
  Png("b/1.png", {0.4F}, 4, 6);
  ExpectRefused("is a 1x4x6 image, but those before it are 1x4x4");
  EXPECT_EQ(ReadImageFolder(folder_, {.side = 8}).images.shape, (ImageShape{1, 8, 8}));

  Png("b/1.png", {1, 1, 1}, 4, 4);
  ExpectRefused("is a 3x4x4 image");
  ExpectRefused("is a 3x2x2 image", {.side = 2});
  const ImageSet grey = ReadImageFolder(folder_, {.channels = 1});
  EXPECT_EQ(grey.images.shape, (ImageShape{1, 4, 4}));
  EXPECT_EQ(grey.images.image(1)[15], 1.0F);
  const ImageSet rgb = ReadImageFolder(folder_, {.side = 2, .channels = 3});
  EXPECT_EQ(rgb.images.shape, (ImageShape{3, 2, 2}));
  EXPECT_EQ(rgb.images.image(0)[11], 51.0F / 255.0F);
}

TEST_F(ImageFolderTest, ShrinkingAverages) {
  std::vector<float> board;
  for (int i = 0; i < 16; ++i) board.push_back((i / 4 + i) % 2 == 0 ? 1.0F : 0.0F);
  fs::create_directories(folder_ / "a");
  Write("a/board.png", EncodePng(board, {1, 4, 4}));
  Png("b/1.png", {0}, 4, 4);
  const ImageSet data = ReadImageFolder(folder_, {.side = 2});
  for (const float pixel : data.images.image(0)) EXPECT_NEAR(pixel, 0.5, 0.005);
}

TEST_F(ImageFolderTest, FoldersWithoutClassesAreRefused) {
  ExpectRefused("has no class folders");
  Png("flat.png", {0.5F});
  ExpectRefused("has no class folders");
  Png("a/1.png", {0.5F});
  ExpectRefused("has one class only, 'a'");
  fs::create_directories(folder_ / "b");
  ExpectRefused((folder_ / "b").string() + ": holds no PNG or JPEG file");
}

TEST_F(ImageFolderTest, UnreadableImagesAreNamed) {
  Png("a/1.png", {0.5F});
  Png("b/1.png", {0.5F});
  for (const std::string& damage : {std::string(), std::string("not an image")}) {
    Write("b/2.jpg", damage);
    ExpectRefused((folder_ / "b/2.jpg").string() + ": cannot be read as an image");
  }
  EXPECT_EQ(Caught([&] { ReadImageFolder(folder_ / "none"); }).kind(), ErrorKind::kIo);
}

// A folder as people have it: CIFAR-10 as JPEG, where one is at hand.
TEST_F(ImageFolderTest, Cifar10) {
  const char* cifar = std::getenv("LATENTFUZZ_TEST_CIFAR10");
  if (cifar == nullptr) GTEST_SKIP() << "LATENTFUZZ_TEST_CIFAR10 names no folder";
  const ImageSet data = ReadImages(fs::path(cifar) / "test", {}, {.limit = 500});
  EXPECT_EQ(data.images.shape, (ImageShape{3, 32, 32}));
  EXPECT_EQ(data.size(), 500U);
  EXPECT_EQ(data.classes.size(), 10U);
  EXPECT_EQ(std::count(data.labels.begin(), data.labels.end(), 9), 50);
}

}  // namespace
}  // namespace latentfuzz
