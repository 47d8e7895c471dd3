// The committed artefacts, as they are shipped.
#include "latentfuzz/adapters/zoo.h"

#include <gtest/gtest.h>
#include <torch/script.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/base/error.h"
#include "latentfuzz/training/measure.h"
#include "latentfuzz/training/script_generator.h"
#include "latentfuzz/training/script_module.h"
#include "latentfuzz/zoo/recipe.h"
#include "latentfuzz/zoo/seeds.h"

namespace latentfuzz::zoo {

using namespace training;

namespace {

namespace fs = std::filesystem;

const fs::path kData = "/usr/share/datasets/fashion-mnist";

torch::jit::Module Load(const std::string& name) { return LoadModule(ZooModel(name)); }

ModelCard Card(const std::string& name) { return ReadModelCard(DefaultCardPath(ZooModel(name))); }

std::map<std::string, int> CountOperators(const std::string& model) {
  torch::jit::Module module = Load(model);
  std::map<std::string, int> counts;
  for (const torch::jit::Node* node : module.get_method("forward").graph()->nodes()) {
    ++counts[node->kind().toQualString()];
  }
  return counts;
}

nlohmann::json Metrics() {
  std::ifstream file(ZooDirectory() / "metrics.json");
  return nlohmann::json::parse(file);
}

// The real test set, read once; skips the test where the data package is not installed.
class ZooOnTestSet : public ::testing::Test {
 protected:
  struct Tensors {
    torch::Tensor images, labels;
  };

  void SetUp() override {
    if (!fs::exists(kData / "t10k-images-idx3-ubyte.gz")) {
      GTEST_SKIP() << "needs the test set of Fashion-MNIST in " << kData;
    }
  }

  static const Tensors& Test() {
    static const Tensors tensors = [] {
      const LabelledImages data =
          ReadIdx(kData / "t10k-images-idx3-ubyte.gz", kData / "t10k-labels-idx1-ubyte.gz");
      return Tensors{ToTensor(data.images), ToTensor(data.labels)};
    }();
    return tensors;
  }

  static torch::Tensor Predict(const std::string& model, const torch::Tensor& images) {
    torch::jit::Module module = Load(model);
    return CallInBatches(module, "forward", {images}).argmax(1);
  }

  static double Share(const torch::Tensor& a, const torch::Tensor& b) {
    return a.eq(b).to(torch::kFloat64).mean().item<double>();
  }

  static double Accuracy(const std::string& model) {
    return Share(Predict(model, Test().images), Test().labels);
  }
};

TEST_F(ZooOnTestSet, ClassifiersReachTheirAccuracy) {
  const std::map<std::string, double> wanted{
      {"fashion-cnn", 0.91}, {"fashion-cnn-int8", 0.90}, {"fashion-mlp", 0.88}};
  for (const auto& [model, accuracy] : wanted) EXPECT_GE(Accuracy(model), accuracy) << model;
}

TEST_F(ZooOnTestSet, MetricsFileTellsTheTruth) {
  const nlohmann::json metrics = Metrics();
  for (const std::string model : {"fashion-cnn", "fashion-cnn-int8", "fashion-mlp"}) {
    EXPECT_NEAR(metrics.at("test_accuracy").at(model).get<double>(), Accuracy(model), 2e-3)
        << model;
  }
}

TEST_F(ZooOnTestSet, QuantizationChangesSomeLabelsButFew) {
  const double agreement =
      Share(Predict("fashion-cnn", Test().images), Predict("fashion-cnn-int8", Test().images));
  EXPECT_GE(agreement, 0.97);
  EXPECT_LT(agreement, 1.0);
}

TEST_F(ZooOnTestSet, ReconstructionsKeepTheirLabel) {
  torch::jit::Module vae = Load("fashion-vae");
  const torch::Tensor z = CallInBatches(vae, "encode", {Test().images});
  const torch::Tensor decoded = CallInBatches(vae, "forward", {z});
  EXPECT_GE(Share(Predict("fashion-cnn", decoded), Predict("fashion-cnn", Test().images)), 0.85);
}

// The encodings must fill the prior from which a search draws.
TEST_F(ZooOnTestSet, EncodingsLieWhereThePriorDoes) {
  torch::jit::Module vae = Load("fashion-vae");
  const torch::Tensor z = CallInBatches(vae, "encode", {Test().images});
  const double typical = std::sqrt(static_cast<double>(z.size(1)));
  EXPECT_NEAR(z.norm(2, 1).median().item<double>(), typical, 0.35 * typical);
  EXPECT_LT(z.mean(0).abs().max().item<double>(), 1.0);
}

TEST_F(ZooOnTestSet, SeedsAreTheFirstThirtyOfEachClass) {
  const LabelledImages test =
      ReadIdx(kData / "t10k-images-idx3-ubyte.gz", kData / "t10k-labels-idx1-ubyte.gz");
  const LabelledImages expected = FirstOfEachClass(test, 10, 30);
  const LabelledImages seeds = ReadIdx(ZooDirectory() / "fashion-seeds-images-idx3-ubyte.gz",
                                       ZooDirectory() / "fashion-seeds-labels-idx1-ubyte.gz");
  EXPECT_EQ(seeds.labels, expected.labels);
  EXPECT_EQ(seeds.images.values, expected.images.values);
}

TEST(Zoo, QuantizedNetRunsOnIntegerKernelsOnly) {
  const std::map<std::string, int> counts = CountOperators("fashion-cnn-int8");
  EXPECT_EQ(counts.at("quantized::conv2d_relu"), 3);
  EXPECT_EQ(counts.at("quantized::linear"), 1);
  for (const auto& [name, count] : counts) {
    EXPECT_EQ(name.find("fake_quantize"), std::string::npos) << name;
    EXPECT_NE(name, "aten::conv2d");
    EXPECT_NE(name, "aten::linear");
  }
}

TEST(Zoo, QuantizedWeightsAreSignedBytesWithOneScaleAChannel) {
  torch::jit::Module net = Load("fashion-cnn-int8");
  const auto packed = net.attr("conv2").toObject();
  const auto state = packed->type()->getMethod("__getstate__")({packed}).toTuple();
  int weights = 0;
  for (const torch::Tensor& tensor : state->elements()[1].toTensorVector()) {
    if (!tensor.is_quantized()) continue;
    ++weights;
    EXPECT_EQ(tensor.scalar_type(), torch::kQInt8);
    EXPECT_EQ(tensor.qscheme(), torch::kPerChannelAffine);
    EXPECT_EQ(tensor.q_per_channel_scales().numel(), tensor.size(0));
  }
  EXPECT_EQ(weights, 1);
}

TEST(Zoo, ClassifierCardsMatchTheModels) {
  for (const std::string model : {"fashion-cnn", "fashion-cnn-int8", "fashion-mlp"}) {
    const ModelCard card = Card(model);
    EXPECT_EQ(card.task, Task::kClassification) << model;
    EXPECT_EQ(card.scores, ScoreKind::kLogits) << model;
    ASSERT_EQ(card.classes.size(), 10U) << model;
    EXPECT_EQ(card.classes[9], "Ankle boot") << model;
    torch::jit::Module module = Load(model);
    const torch::Tensor scores = Call(module, "forward", torch::rand({3, 1, 28, 28}));
    EXPECT_EQ(scores.sizes(), (torch::IntArrayRef{3, 10})) << model;
    EXPECT_EQ(scores.scalar_type(), torch::kFloat32) << model;
  }
}

TEST(Zoo, GeneratorCardMatchesTheModel) {
  const ModelCard card = Card("fashion-vae");
  EXPECT_EQ(card.task, Task::kGenerator);
  EXPECT_EQ(card.prior, LatentPrior::kNormal);
  EXPECT_EQ(card.image.shape, (ImageShape{1, 28, 28}));
  torch::jit::Module vae = Load("fashion-vae");
  const auto size = static_cast<std::int64_t>(card.latent_size);
  const torch::Tensor images = Call(vae, "forward", torch::zeros({3, size}));
  EXPECT_EQ(images.sizes(), (torch::IntArrayRef{3, 1, 28, 28}));
  EXPECT_EQ(Call(vae, "encode", images).sizes(), (torch::IntArrayRef{3, size}));
}

// A classifier that took no part in their training tells what was asked for.
TEST(Zoo, ConditionalGeneratorsDrawTheClassAskedFor) {
  for (const char* name : {"fashion-gan", "fashion-flow"}) {
    const ModelCard card = Card(name);
    ASSERT_EQ(card.latent_classes.size(), 10U) << name;
    ScriptGenerator generator{Load(name), static_cast<std::int64_t>(card.latent_size), 10};
    const Draws draws = Draw(generator, 200, 1);
    torch::jit::Module cnn = Load("fashion-cnn");
    EXPECT_GE(Share(PredictLabels(cnn, draws.images), draws.labels), 0.75) << name;
  }
}

TEST(Zoo, DecodedPixelsAreCanonicalFarFromThePriorToo) {
  torch::jit::Module vae = Load("fashion-vae");
  const auto size = static_cast<std::int64_t>(Card("fashion-vae").latent_size);
  const torch::Tensor z = torch::linspace(-30, 30, 100 * size).reshape({100, size});
  const torch::Tensor images = Call(vae, "forward", z);
  EXPECT_GE(images.min().item<float>(), 0.0F);
  EXPECT_LE(images.max().item<float>(), 1.0F);
}

TEST(Zoo, ModulesCanBePutIntoEvaluationModeAndFrozen) {
  for (const ZooEntry& entry : ListZoo()) {
    torch::jit::Module module = LoadModule(entry.model);
    module.eval();
    EXPECT_NO_THROW(torch::jit::freeze(module)) << entry.name;
  }
}

TEST(Zoo, ArtefactsFitTheRepository) {
  std::uintmax_t bytes = 0;
  for (const ZooEntry& entry : ListZoo()) bytes += entry.bytes;
  EXPECT_LT(bytes, 15U << 20);
}

TEST(LoadModule, MissingFileIsASetupErrorThatNamesIt) {
  try {
    LoadModule("no/such/model.pt");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kSetup);
    EXPECT_NE(std::string(error.what()).find("no/such/model.pt"), std::string::npos);
  }
}

}  // namespace
}  // namespace latentfuzz::zoo
