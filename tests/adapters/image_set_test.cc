#include "latentfuzz/adapters/image_set.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/adapters/fixture.h"
#include "latentfuzz/tests/adapters/image_files.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

LabelledImages Sample() {
  LabelledImages data{ImageBatch(3, {1, 2, 2}), {4, 0, 1}};
  data.images.values[0] = 1;
  return data;
}

class ImageSetTest : public AdapterTest {
 protected:
  void Idx(const std::string& images, const std::string& labels) const {
    WriteIdx(Sample(), folder_ / images, folder_ / labels);
  }
  void Cifar(const std::string& name, char label) const {
    Write(name, label + std::string(3072, 'x'));
  }
};

TEST_F(ImageSetTest, IdxFilesWithTheirLabels) {
  Idx("i", "l");
  Idx("x-images-idx3-ubyte.gz", "x-labels-idx1-ubyte.gz");
  EXPECT_THAT(ReadImages(folder_ / "i", folder_ / "l").labels, ElementsAre(4, 0, 1));
  EXPECT_THAT(ReadImages(folder_ / "x-images-idx3-ubyte.gz").labels, ElementsAre(4, 0, 1));
  EXPECT_EQ(ReadImages(folder_ / "i", folder_ / "l", {.limit = 2}).size(), 2U);
  const Error error = Caught([&] { ReadImages(folder_ / "i"); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_THAT(error.hint(), HasSubstr("--labels"));
}

TEST_F(ImageSetTest, CifarBatches) {
  Cifar("batch.bin", '\5');
  const ImageSet data = ReadImages(folder_ / "batch.bin");
  EXPECT_THAT(data.labels, ElementsAre(5));
  EXPECT_EQ(data.images.shape, (ImageShape{3, 32, 32}));
}

TEST_F(ImageSetTest, FoldersOfPublishedFiles) {
  fs::create_directories(folder_ / "mnist");
  Idx("mnist/train-images-idx3-ubyte", "mnist/train-labels-idx1-ubyte");
  EXPECT_EQ(ReadImages(folder_ / "mnist").size(), 3U);
  fs::create_directories(folder_ / "cifar");
  Cifar("cifar/data_batch_2.bin", '\2');
  Cifar("cifar/data_batch_1.bin", '\1');
  Cifar("cifar/test_batch.bin", '\3');
  EXPECT_THAT(ReadImages(folder_ / "cifar").labels, ElementsAre(1, 2));
}

TEST_F(ImageSetTest, ImageFolders) {
  WriteFlatPng(folder_ / "a/1.png", {0.5F});
  WriteFlatPng(folder_ / "b/1.png", {0.5F});
  EXPECT_THAT(ReadImages(folder_).labels, ElementsAre(0, 1));
  const Error error = Caught([&] { ReadImages(folder_, folder_ / "labels"); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_THAT(error.what(), HasSubstr("has its own"));
}

TEST_F(ImageSetTest, AnythingElseIsRefused) {
  EXPECT_EQ(Caught([&] { ReadImages(folder_ / "none"); }).kind(), ErrorKind::kIo);
  for (const auto& path : {Write("text.bin", "hello"), Write("empty", ""), Write("x.png", "png")}) {
    const Error error = Caught([&] { ReadImages(path); });
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_THAT(error.what(), HasSubstr(path.string()));
    EXPECT_THAT(error.hint(), HasSubstr("folder"));
  }
}

TEST(ReadAs, ConvertsToSquareShapesAlone) {
  EXPECT_EQ(ReadAs(ImageShape{3, 32, 32}, 7).side, 32);
  EXPECT_EQ(ReadAs(ImageShape{3, 32, 32}, 7).channels, 3);
  EXPECT_EQ(ReadAs(ImageShape{3, 32, 24}, 7).side, 0);
  EXPECT_EQ(ReadAs({}, 7).channels, 0);
  EXPECT_EQ(ReadAs({}, 7).limit, 7U);
}

TEST(FilesOf, LieWhereTheCardSaysSeenFromIt) {
  ModelCard card;
  card.source = "models/net.card.toml";
  EXPECT_EQ(FilesOf(card).images, "");
  card.data_images = "i";
  EXPECT_EQ(FilesOf(card).images, "models/i");
  EXPECT_EQ(FilesOf(card).labels, "");
  card.data_labels = "/l";
  EXPECT_EQ(FilesOf(card).labels, "/l");
}

}  // namespace
}  // namespace latentfuzz
