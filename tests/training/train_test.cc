#include "latentfuzz/training/train.h"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <map>

#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/adapters/image_set.h"
#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/tests/adapters/fixture.h"
#include "latentfuzz/tests/training/picture_folder.h"

namespace latentfuzz::training {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string Slurp(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class TrainTest : public AdapterTest {
 protected:
  // Pictures of `shape`, 40 a class, and options of a short training on them.
  TrainOptions Options(const ImageShape& shape) const {
    WritePictures(folder_ / "data", 40, shape);
    TrainOptions options;
    options.data = folder_ / "data";
    options.out = folder_ / "model.pt";
    options.epochs = 3;
    options.latent = 4;
    return options;
  }
  using Train = TrainReport (*)(const TrainOptions&, const TrainObserver&);

  void ExpectRefused(const TrainOptions& options, ErrorKind kind, const std::string& text,
                     Train train = TrainVae) const {
    const Error error = Caught([&] { train(options, {}); });
    EXPECT_EQ(error.kind(), kind) << error.what();
    EXPECT_THAT(error.what(), HasSubstr(text));
    EXPECT_FALSE(error.hint().empty());
    EXPECT_FALSE(fs::exists(options.out));
  }
};

TEST_F(TrainTest, AVaeIsAGeneratorWithItsCard) {
  for (const ImageShape& shape : {ImageShape{3, 16, 16}, {1, 12, 12}}) {
    SCOPED_TRACE(shape.ToString());
    fs::remove_all(folder_ / "data");
    TrainOptions options = Options(shape);
    const TrainReport report = TrainVae(options);
    EXPECT_FALSE(report.interrupted);
    const std::map<std::string, double> metrics(report.metrics.begin(), report.metrics.end());
    EXPECT_GT(metrics.at("near_copy_radius"), 0);
    EXPECT_GT(metrics.at("pixel_rms_error"), 0);
    EXPECT_LE(metrics.at("label_kept"), 1);
    EXPECT_TRUE(fs::exists(report.sheet));
    EXPECT_FALSE(fs::exists(folder_ / "model.training")) << "checkpoints";

    const auto generator = OpenGenerator(options.out.string());
    EXPECT_EQ(generator->card().latent_size, 4U);
    EXPECT_EQ(generator->card().image.shape, shape);
    EXPECT_EQ(generator->card().data_images, options.data.string());
    EXPECT_NEAR(*generator->card().near_copy_radius, metrics.at("near_copy_radius"), 1e-4);
    ASSERT_TRUE(generator->can_encode());
    const ImageSet data = ReadImages(options.data, {}, {.limit = 4});
    EXPECT_EQ(generator->Decode(generator->Encode(data.images)).size(), 4U);
  }
}

TEST_F(TrainTest, AGanIsAConditionalGenerator) {
  for (const ImageShape& shape : {ImageShape{3, 8, 12}, {1, 12, 12}}) {
    SCOPED_TRACE(shape.ToString());
    fs::remove_all(folder_ / "data");
    const TrainOptions options = Options(shape);
    const TrainReport report = TrainGan(options);
    const std::map<std::string, double> metrics(report.metrics.begin(), report.metrics.end());
    EXPECT_GT(metrics.at("drawn_label_recognised"), 0);
    EXPECT_LE(metrics.at("precision"), 1);
    EXPECT_TRUE(fs::exists(report.sheet));

    const auto generator = OpenGenerator(options.out.string());
    EXPECT_EQ(generator->card().latent_size, 4U);
    EXPECT_EQ(generator->card().image.shape, shape);
    EXPECT_THAT(generator->card().latent_classes, ElementsAre("bars", "spots"));
    EXPECT_FALSE(generator->can_encode());
    LatentBatch latents(2, 4);
    latents.labels = {0, 1};
    const ImageBatch images = generator->Decode(latents);
    EXPECT_NE(images.Slice(0, 1).values, images.Slice(1, 1).values);
  }
}

TEST_F(TrainTest, AClassifierLearnsToTellTheClasses) {
  TrainOptions options = Options({1, 12, 12});
  options.epochs = 12;
  const TrainReport report = TrainClassifier(options);
  const std::map<std::string, double> metrics(report.metrics.begin(), report.metrics.end());
  EXPECT_GE(metrics.at("accuracy"), 0.75);
  const ModelCard card = ReadModelCard(report.card, Task::kClassification);
  EXPECT_THAT(card.classes, ElementsAre("bars", "spots"));
  EXPECT_EQ(card.scores, ScoreKind::kLogits);
}

TEST_F(TrainTest, AFlowIsAConditionalGeneratorThatEncodes) {
  TrainOptions options = Options({3, 8, 12});
  options.epochs = 1;
  options.latent = 0;
  options.steps = 2;
  options.guidance = 2;
  const TrainReport report = TrainFlow(options);
  const std::map<std::string, double> metrics(report.metrics.begin(), report.metrics.end());
  EXPECT_GT(metrics.at("flow_matching_loss"), 0);
  const auto generator = OpenGenerator(options.out.string());
  EXPECT_EQ(generator->card().latent_size, 3U * 8 * 12);
  EXPECT_THAT(generator->card().latent_classes, ElementsAre("bars", "spots"));
  EXPECT_EQ(generator->card().decode,
            (std::map<std::string, double>{{"steps", 2}, {"guidance", 2}}));
  ASSERT_TRUE(generator->can_encode());
  const ImageSet data = ReadImages(options.data, {}, {.limit = 4});
  const LatentBatch latents = generator->Encode(data.images, data.labels);
  EXPECT_EQ(latents.labels, data.labels);
  EXPECT_EQ(generator->Decode(latents).size(), 4U);
}

// Every family keeps the contract of trainings.
class FamilyTest : public TrainTest, public ::testing::WithParamInterface<TrainTest::Train> {
 protected:
  TrainOptions FamilyOptions() const {
    // The smallest that the family takes.
    TrainOptions options =
        Options(GetParam() == TrainVae ? ImageShape{3, 16, 16} : ImageShape{3, 8, 8});
    options.epochs = 2;
    if (GetParam() == TrainFlow) {
      options.latent = 0;
      options.steps = 1;
    }
    return options;
  }
};

TEST_P(FamilyTest, TheSameSeedGivesTheSameFileInterruptedOrNot) {
  TrainOptions options = FamilyOptions();
  GetParam()(options, {});
  const std::string whole = Slurp(options.out);
  fs::remove(options.out);

  // Interrupted after every second epoch, of the classifier as of the generator.
  int epochs = 0, sessions = 0;
  std::atomic<bool> stop = false;
  TrainObserver observer;
  observer.stop = &stop;
  observer.after_epoch = [&](const EpochReport&) { stop = ++epochs % 2 == 0; };
  TrainReport report;
  do {
    stop = false;
    report = GetParam()(options, observer);
    ++sessions;
    EXPECT_EQ(fs::exists(options.out), !report.interrupted);
  } while (report.interrupted);
  EXPECT_GE(sessions, 2);
  EXPECT_TRUE(whole == Slurp(options.out));

  options.seed = 2;
  GetParam()(options, {});
  EXPECT_FALSE(whole == Slurp(options.out));
}

INSTANTIATE_TEST_SUITE_P(Families, FamilyTest, ::testing::Values(&TrainVae, &TrainGan, &TrainFlow),
                         [](const auto& each) {
                           return std::string(each.param == TrainVae   ? "vae"
                                              : each.param == TrainGan ? "gan"
                                                                       : "flow");
                         });

TEST_F(TrainTest, OtherOptionsDoNotTakeUpACheckpoint) {
  TrainOptions options = Options({3, 16, 16});
  std::atomic<bool> later = false;
  TrainObserver observer;
  observer.stop = &later;
  observer.after_epoch = [&](const EpochReport&) { later = true; };
  ASSERT_TRUE(TrainVae(options, observer).interrupted);
  options.seed = 2;
  ExpectRefused(options, ErrorKind::kUsage, "checkpoint of another data set or other options");
}

TEST_F(TrainTest, PathsStayAsTheyWereGiven) {
  TrainOptions options = Options({1, 12, 12});
  options.epochs = 1;
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  fs::create_directories("models");
  options.data = "data";
  options.out = "models/model.pt";
  const TrainReport report = TrainClassifier(options);
  fs::current_path(before);
  EXPECT_EQ(ReadModelCard(folder_ / report.card).data_images, "../data");
}

TEST_F(TrainTest, ImagesAreConverted) {
  TrainOptions options = Options({1, 12, 12});
  options.epochs = 1;
  options.side = 16;
  options.channels = 3;
  TrainVae(options);
  EXPECT_EQ(ReadModelCard(DefaultCardPath(options.out)).image.shape, (ImageShape{3, 16, 16}));
}

TEST_F(TrainTest, WhatCannotBeTrainedIsRefused) {
  const TrainOptions good = Options({3, 16, 16});
  TrainOptions options = good;
  options.out = folder_ / "model";
  ExpectRefused(options, ErrorKind::kUsage, "--out");
  options = good;
  options.seconds = 10;
  ExpectRefused(options, ErrorKind::kUsage, "--epochs and --time");
  options = good;
  options.latent = 5;
  ExpectRefused(options, ErrorKind::kUsage, "--latent");
  options = good;
  options.side = 20;
  ExpectRefused(options, ErrorKind::kData, "no design for images of 3x20x20");
  ExpectRefused(options, ErrorKind::kUsage, "as many latent dimensions as pixels", TrainFlow);
  options.side = 18;
  ExpectRefused(options, ErrorKind::kData, "no design for images of 3x18x18", TrainGan);
  options = good;
  options.side = 4;
  ExpectRefused(options, ErrorKind::kData, "too small");
  options = good;
  options.limit = 10;
  ExpectRefused(options, ErrorKind::kData, "10 images");
  options = good;
  options.data = folder_ / "none";
  ExpectRefused(options, ErrorKind::kIo, "no such file or folder");
}

}  // namespace
}  // namespace latentfuzz::training
