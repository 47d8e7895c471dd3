#include "latentfuzz/training/card.h"

#include <gmock/gmock.h>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz::training {
namespace {

using ::testing::ElementsAre;

class TrainedCardTest : public AdapterTest {};

TEST_F(TrainedCardTest, ClassifiersReadBack) {
  const DataFacts data{{3, 16, 24}, "pictures/\"all\"", ""};
  const auto path =
      WriteCard(folder_ / "net.pt", ClassifierCard("A net.", data, {"a\\b", "c \"d\"", "e\tf"}));
  EXPECT_EQ(path, folder_ / "net.card.toml");
  const ModelCard card = ReadModelCard(path, Task::kClassification);
  EXPECT_EQ(card.image.shape, (ImageShape{3, 16, 24}));
  EXPECT_EQ(card.image.color, ColorOrder::kRgb);
  EXPECT_THAT(card.classes, ElementsAre("a\\b", "c \"d\"", "e\tf"));
  EXPECT_EQ(card.data_images, "pictures/\"all\"");
  EXPECT_EQ(card.data_labels, "");
}

TEST_F(TrainedCardTest, GeneratorsReadBack) {
  const auto path = WriteCard(
      folder_ / "vae.pt",
      GeneratorCard("A VAE.", {{1, 8, 8}, "i", "l"}, {.latent = 6, .near_copy_radius = 1.25}));
  const ModelCard card = ReadModelCard(path, Task::kGenerator);
  EXPECT_EQ(card.image.shape, (ImageShape{1, 8, 8}));
  EXPECT_EQ(card.latent_size, 6U);
  EXPECT_EQ(card.near_copy_radius, 1.25);
  EXPECT_EQ(card.data_labels, "l");
}

TEST_F(TrainedCardTest, ConditionalGeneratorsReadBack) {
  const GeneratorFacts facts{.latent = 9,
                             .classes = {"cat", "dog"},
                             .decode = {{"steps", 6}, {"guidance", 1.5}},
                             .near_copy_radius = 1};
  const ModelCard card = ReadModelCard(
      WriteCard(folder_ / "gan.pt", GeneratorCard("A GAN.", {{3, 8, 8}, "", ""}, facts)),
      Task::kGenerator);
  EXPECT_THAT(card.latent_classes, ElementsAre("cat", "dog"));
  EXPECT_EQ(card.decode, (std::map<std::string, double>{{"steps", 6}, {"guidance", 1.5}}));
}

TEST_F(TrainedCardTest, UnwritableFoldersAreNamed) {
  EXPECT_EQ(Caught([&] { WriteCard(folder_ / "none" / "a.pt", "x"); }).kind(), ErrorKind::kIo);
}

}  // namespace
}  // namespace latentfuzz::training
