// Every model of the zoo opens, and answers alike in each form.
#include <gmock/gmock.h>

#include <cmath>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/dataset.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/adapters/zoo.h"

namespace latentfuzz {
namespace {

std::vector<std::string> Zoo(Task task) {
  std::vector<std::string> names;
  for (const ZooEntry& entry : ListZoo())
    if (ReadModelCard(DefaultCardPath(entry.model)).task == task) names.push_back(entry.name);
  return names;
}

OpenOptions AsShipped() {
  OpenOptions options;
  options.passes = Passes::kAsShipped;
  return options;
}

void ExpectClose(const std::vector<float>& a, const std::vector<float>& b, float tolerance,
                 const std::string& name) {
  ASSERT_EQ(a.size(), b.size()) << name;
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], tolerance) << name << " " << i;
}

TEST(ZooModels, ClassifiersAnswerAlikeInEachForm) {
  const std::vector<std::string> names = Zoo(Task::kClassification);
  ASSERT_FALSE(names.empty());
  for (const std::string& name : names) {
    const auto fast = OpenClassifier("zoo:" + name);
    const auto shipped = OpenClassifier("zoo:" + name, AsShipped());
    const ImageBatch images = ProbeImages(*fast->card().image.shape, 100);
    ExpectClose(ToProbabilities(fast->Predict(images)).values,
                ToProbabilities(shipped->Predict(images)).values, kFormTolerance, name);
    EXPECT_EQ(fast->fingerprint(), shipped->fingerprint());
    EXPECT_EQ(fast->engine().qengine, fast->card().qengine) << name;
  }
}

TEST(ZooModels, GeneratorsDecodeAlikeInEachForm) {
  const std::vector<std::string> names = Zoo(Task::kGenerator);
  ASSERT_FALSE(names.empty());
  for (const std::string& name : names) {
    const auto fast = OpenGenerator("zoo:" + name);
    const auto shipped = OpenGenerator("zoo:" + name, AsShipped());
    const LatentBatch latents = ProbeLatents(fast->card(), 20);
    const ImageBatch images = fast->Decode(latents);
    ExpectClose(images.values, shipped->Decode(latents).values, 1e-4F, name);
    if (fast->can_encode())
      ExpectClose(fast->Encode(images, latents.labels).values,
                  shipped->Encode(images, latents.labels).values, 1e-3F, name);
  }
}

// Of all classes, since they are ordered by class.
LabelledImages EveryTenth(const LabelledImages& data) {
  LabelledImages some;
  some.images.shape = data.images.shape;
  for (std::size_t i = 0; i < data.labels.size(); i += 10) {
    some.images.Append(data.images.image(i));
    some.labels.push_back(data.labels[i]);
  }
  return some;
}

// Both directions of a generator must speak of the same latents.
TEST(ZooModels, EncodingsAreDecodedToImagesLikeTheirs) {
  for (const std::string& name : Zoo(Task::kGenerator)) {
    const auto generator = OpenGenerator("zoo:" + name);
    if (!generator->can_encode()) continue;
    const ModelCard& card = generator->card();
    const std::filesystem::path folder = card.source.parent_path();
    const LabelledImages data =
        EveryTenth(ReadIdx(folder / card.data_images, folder / card.data_labels));
    const ImageBatch& real = data.images;
    const ImageBatch decoded = generator->Decode(generator->Encode(real, data.labels));
    double errors = 0, spread = 0;
    for (std::size_t i = 0; i < real.values.size(); ++i) {
      const std::size_t other = (i + 17 * real.shape.pixels()) % real.values.size();
      errors += std::pow(decoded.values[i] - real.values[i], 2);
      spread += std::pow(real.values[other] - real.values[i], 2);
    }
    // Mean squared distance to its own image, against that between two images.
    EXPECT_LT(errors, 0.2 * spread) << name;
  }
}

TEST(ZooModels, RepeatedCallsGiveTheSameBits) {
  for (const std::string& name : Zoo(Task::kClassification)) {
    const auto model = OpenClassifier("zoo:" + name);
    const ImageBatch images = ProbeImages(*model->card().image.shape, 64);
    const std::vector<float> first = model->Predict(images).values;
    for (int i = 0; i < 20; ++i) {
      model->Predict(images.Slice(0, static_cast<std::size_t>(1 + i)));
      ASSERT_EQ(model->Predict(images).values, first) << name << " call " << i;
    }
  }
}

}  // namespace
}  // namespace latentfuzz
