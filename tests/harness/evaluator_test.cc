#include "latentfuzz/harness/evaluator.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/corpus/samples.h"
#include "latentfuzz/tests/harness/toy_models.h"

namespace latentfuzz {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

LatentBatch Latents(std::size_t count) {
  LatentBatch latents;
  latents.dim = 2;
  for (std::size_t i = 0; i < count; ++i) {
    latents.Append(std::vector<float>{static_cast<float>(i), -1}, kNoLabel);
  }
  return latents;
}

// Scores (first pixel, 1 - first pixel); notes the sizes of the batches that it sees.
struct Recorder {
  std::vector<std::size_t> sizes;

  std::shared_ptr<Classifier> Model() {
    return toy::MakeFunction("recorder", [this](const ImageBatch& images) {
      sizes.push_back(images.size());
      ScoreBatch scores{ScoreKind::kLogits, 2, {}};
      for (std::size_t i = 0; i < images.size(); ++i) {
        scores.values.insert(scores.values.end(), {images.image(i)[0], 1 - images.image(i)[0]});
      }
      return scores;
    });
  }
};

class EvaluatorTest : public ::testing::Test {
 protected:
  std::vector<std::size_t> decoded_;
  Recorder first_, second_;
  std::shared_ptr<Generator> generator_ = toy::MakeGenerator(&decoded_);
  std::shared_ptr<Classifier> reference_ = first_.Model(), candidate_ = second_.Model();
  ModelSet models_{generator_.get(), reference_.get(), candidate_.get()};
};

TEST_F(EvaluatorTest, EveryModelSeesFullBatchesOnly) {
  const EvaluatedBatch out = Evaluator(models_, 4).Evaluate(Latents(10));
  EXPECT_THAT(decoded_, AllOf(SizeIs(3), Each(4U)));
  EXPECT_THAT(first_.sizes, AllOf(SizeIs(3), Each(4U)));
  EXPECT_THAT(second_.sizes, AllOf(SizeIs(3), Each(4U)));
  EXPECT_EQ(out.images.size(), 10U);
  EXPECT_EQ(out.reference.size(), 10U);
  EXPECT_EQ(out.candidate.size(), 10U);
}

TEST_F(EvaluatorTest, ExpectedIsWhatIsGivenElseWhatWasAskedOfTheGenerator) {
  LatentBatch latents = Latents(5);
  latents.labels = {1, 1, kNoLabel, 7, kNoLabel};
  Evaluator evaluator(models_, 4);
  EXPECT_THAT(evaluator.Evaluate(latents).expected, ElementsAre(1, 1, -1, -1, -1));
  const std::vector<int> given = {0, kNoLabel, 1, kNoLabel, 2};
  EXPECT_THAT(evaluator.Evaluate(latents, given).expected, ElementsAre(0, 1, 1, -1, -1))
      << "there are two classes";
}

TEST_F(EvaluatorTest, ExpectedLabelsOfImages) {
  const ImageBatch images(3, toy::kShape);
  EXPECT_THAT(Evaluator(models_, 2).Classify(images).expected, ElementsAre(-1, -1, -1));
  const std::vector<int> given = {1, 0, 2};
  EXPECT_THAT(Evaluator(models_, 2).Classify(images, given).expected, ElementsAre(1, 0, -1));
}

TEST_F(EvaluatorTest, RowsKeepTheirOrder) {
  const EvaluatedBatch out = Evaluator(models_, 4).Evaluate(Latents(6));
  for (std::size_t i = 0; i < 6; ++i) {
    const float pixel = toy::Pixel(static_cast<float>(i));
    EXPECT_EQ(out.images.image(i)[0], pixel);
    EXPECT_EQ(out.reference.row(i)[0], pixel);
    EXPECT_EQ(out.candidate.row(i)[1], 1 - pixel);
  }
}

TEST_F(EvaluatorTest, ClassifyPadsImagesLikewise) {
  ImageBatch images(5, toy::kShape);
  images.image(4)[0] = 0.75F;
  const EvaluatedBatch out = Evaluator(models_, 3).Classify(images);
  EXPECT_THAT(first_.sizes, AllOf(SizeIs(2), Each(3U)));
  EXPECT_TRUE(decoded_.empty());
  EXPECT_EQ(out.images.values, images.values);
  EXPECT_EQ(out.reference.row(4)[0], 0.75F);
}

TEST_F(EvaluatorTest, NothingInNothingOut) {
  EXPECT_EQ(Evaluator(models_, 4).Evaluate(Latents(0)).images.size(), 0U);
  EXPECT_TRUE(decoded_.empty());
}

// A generator that loses its last row.
class Lossy : public Generator {
 public:
  explicit Lossy(Generator* whole) : whole_(whole) {}
  ImageBatch Decode(const LatentBatch& latents) override {
    return whole_->Decode(latents.Slice(0, latents.size() - 1));
  }
  bool can_encode() const override { return false; }
  LatentBatch Encode(const ImageBatch&, std::span<const int>) override { return {}; }
  const ModelCard& card() const override { return whole_->card(); }
  const EngineInfo& engine() const override { return whole_->engine(); }
  const std::string& fingerprint() const override { return whole_->fingerprint(); }
  const std::string& uri() const override { return uri_; }

 private:
  Generator* whole_;
  std::string uri_ = "toy:lossy";
};

TEST_F(EvaluatorTest, AGeneratorThatLosesRowsIsAnError) {
  Lossy lossy(generator_.get());
  models_.generator = &lossy;
  const auto error = samples::ErrorOf([&] { Evaluator(models_, 4).Evaluate(Latents(4)); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kSetup);
  EXPECT_THAT(error->what(), HasSubstr("toy:lossy"));
}

TEST_F(EvaluatorTest, AClassifierThatLosesRowsIsAnError) {
  const auto lossy = toy::MakeFunction("lossy", [](const ImageBatch& images) {
    return ScoreBatch{ScoreKind::kLogits, 2, std::vector<float>(2 * images.size() - 2)};
  });
  models_.candidate = lossy.get();
  const auto error = samples::ErrorOf([&] { Evaluator(models_, 4).Evaluate(Latents(4)); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kSetup);
  EXPECT_THAT(error->what(), HasSubstr("lossy"));
}

}  // namespace
}  // namespace latentfuzz
