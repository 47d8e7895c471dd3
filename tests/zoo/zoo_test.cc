// The committed artefacts, as they are shipped.
#include "latentfuzz/adapters/zoo.h"

#include <gtest/gtest.h>
#include <torch/script.h>

#include <cmath>
#include <cstdlib>
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
#include "latentfuzz/zoo/data_set.h"
#include "latentfuzz/zoo/seeds.h"

namespace latentfuzz::zoo {

using namespace training;

// For the names that CTest shows.
void PrintTo(const DataSet& set, std::ostream* out) { *out << set.name; }

namespace {

namespace fs = std::filesystem;

constexpr const char* kClassifiers[] = {"cnn", "cnn-int8", "mlp"};

torch::jit::Module Load(const std::string& name) { return LoadModule(ZooModel(name)); }

ModelCard Card(const std::string& name) { return ReadModelCard(DefaultCardPath(ZooModel(name))); }

torch::Tensor Predict(const std::string& model, const torch::Tensor& images) {
  torch::jit::Module module = Load(model);
  return PredictLabels(module, images);
}

struct Tensors {
  torch::Tensor images, labels;
};

Tensors AsTensors(const LabelledImages& data) {
  return {ToTensor(data.images), ToTensor(data.labels)};
}

LabelledImages Seeds(const DataSet& set) {
  return ReadIdx(ZooDirectory() / SeedImages(set), ZooDirectory() / SeedLabels(set));
}

class ZooTest : public ::testing::TestWithParam<DataSet> {
 protected:
  std::string Name(std::string_view kind) const { return ModelName(GetParam(), kind); }
};

// On the whole test set; skipped where the data is not there.
class ZooOnTestSet : public ZooTest {
 protected:
  void SetUp() override {
    folder_ = GetParam().folder;
    if (const char* named = std::getenv("LATENTFUZZ_TEST_MNIST"); GetParam().name == "mnist") {
      folder_ = named == nullptr ? "" : named;
    }
    if (!fs::exists(folder_)) GTEST_SKIP() << "needs the data of " << GetParam().title;
  }

  const Images& Data() const {
    static std::map<fs::path, Images> known;
    const auto found = known.find(folder_);
    return found != known.end() ? found->second
                                : known.emplace(folder_, LoadImages(folder_)).first->second;
  }
  Tensors Test() const { return AsTensors(Data().test); }

  double Accuracy(const std::string& model) const {
    const Tensors test = Test();
    return Share(Predict(model, test.images), test.labels);
  }

 private:
  fs::path folder_;
};

TEST_P(ZooOnTestSet, ClassifiersReachTheirAccuracy) {
  const std::map<std::string, double> wanted{{"fashion-cnn", 0.91},    {"fashion-cnn-int8", 0.90},
                                             {"fashion-mlp", 0.88},    {"mnist-cnn", 0.985},
                                             {"mnist-cnn-int8", 0.98}, {"mnist-mlp", 0.97}};
  std::ifstream file(ZooDirectory() / Name("metrics.json"));
  const nlohmann::json metrics = nlohmann::json::parse(file);
  for (const char* kind : kClassifiers) {
    const double accuracy = Accuracy(Name(kind));
    EXPECT_GE(accuracy, wanted.at(Name(kind))) << kind;
    EXPECT_NEAR(metrics.at("test_accuracy").at(Name(kind)).get<double>(), accuracy, 2e-3) << kind;
  }
}

TEST_P(ZooOnTestSet, QuantizationChangesSomeLabelsButFew) {
  const torch::Tensor images = Test().images;
  const double agreement = Share(Predict(Name("cnn"), images), Predict(Name("cnn-int8"), images));
  EXPECT_GE(agreement, 0.97);
  EXPECT_LT(agreement, 1.0);
}

TEST_P(ZooOnTestSet, SeedsAreTheFirstThirtyOfEachClass) {
  const LabelledImages expected = FirstOfEachClass(Data().test, 10, 30);
  const LabelledImages seeds = Seeds(GetParam());
  EXPECT_EQ(seeds.labels, expected.labels);
  EXPECT_EQ(seeds.images.values, expected.images.values);
}

TEST_P(ZooTest, ClassifiersKnowTheSeeds) {
  const Tensors seeds = AsTensors(Seeds(GetParam()));
  ASSERT_EQ(seeds.labels.size(0), 300);
  for (const char* kind : kClassifiers) {
    EXPECT_GE(Share(Predict(Name(kind), seeds.images), seeds.labels), 0.85) << kind;
  }
}

TEST_P(ZooTest, QuantizedNetRunsOnIntegerKernelsOnly) {
  std::map<std::string, int> counts;
  torch::jit::Module module = Load(Name("cnn-int8"));
  for (const torch::jit::Node* node : module.get_method("forward").graph()->nodes()) {
    ++counts[node->kind().toQualString()];
  }
  EXPECT_EQ(counts["quantized::conv2d_relu"], 3);
  EXPECT_EQ(counts["quantized::linear"], 1);
  for (const auto& [name, count] : counts) {
    EXPECT_EQ(name.find("fake_quantize"), std::string::npos) << name;
    EXPECT_NE(name, "aten::conv2d");
    EXPECT_NE(name, "aten::linear");
  }
}

// The weights of a layer as a quantized engine packed them.
torch::Tensor Unpacked(const c10::intrusive_ptr<c10::ivalue::Object>& packed) {
  const auto state = packed->type()->getMethod("__getstate__")({packed}).toTuple();
  for (const torch::Tensor& tensor : state->elements()[1].toTensorVector()) {
    if (tensor.is_quantized()) return tensor;
  }
  return {};
}

TEST_P(ZooTest, QuantizedWeightsAreSignedBytesWithOneScaleAChannel) {
  int convolutions = 0;
  for (const auto& attribute : Load(Name("cnn-int8")).named_attributes(/*recurse=*/false)) {
    if (!attribute.value.isObject()) continue;
    const auto packed = attribute.value.toObject();
    if (packed->type()->name()->name() != "Conv2dPackedParamsBase") continue;
    ++convolutions;
    const torch::Tensor weights = Unpacked(packed);
    ASSERT_TRUE(weights.defined()) << attribute.name;
    EXPECT_EQ(weights.scalar_type(), torch::kQInt8);
    EXPECT_EQ(weights.qscheme(), torch::kPerChannelAffine);
    EXPECT_EQ(weights.q_per_channel_scales().numel(), weights.size(0));
  }
  EXPECT_EQ(convolutions, 3);
}

TEST_P(ZooTest, ClassifierCardsMatchTheModels) {
  for (const char* kind : kClassifiers) {
    SCOPED_TRACE(kind);
    const ModelCard card = Card(Name(kind));
    EXPECT_EQ(card.task, Task::kClassification);
    EXPECT_EQ(card.scores, ScoreKind::kLogits);
    EXPECT_EQ(card.classes, GetParam().classes);
    torch::jit::Module module = Load(Name(kind));
    const torch::Tensor scores = Call(module, "forward", torch::rand({3, 1, 28, 28}));
    EXPECT_EQ(scores.sizes(), (torch::IntArrayRef{3, 10}));
    EXPECT_EQ(scores.scalar_type(), torch::kFloat32);
  }
}

TEST_P(ZooTest, VaeCardMatchesTheModel) {
  const ModelCard card = Card(Name("vae"));
  EXPECT_EQ(card.task, Task::kGenerator);
  EXPECT_EQ(card.prior, LatentPrior::kNormal);
  EXPECT_EQ(card.image.shape, (ImageShape{1, 28, 28}));
  torch::jit::Module vae = Load(Name("vae"));
  const auto size = static_cast<std::int64_t>(card.latent_size);
  const torch::Tensor images = Call(vae, "forward", torch::zeros({3, size}));
  EXPECT_EQ(images.sizes(), (torch::IntArrayRef{3, 1, 28, 28}));
  EXPECT_EQ(Call(vae, "encode", images).sizes(), (torch::IntArrayRef{3, size}));
}

TEST_P(ZooTest, ReconstructionsKeepTheirLabel) {
  torch::jit::Module vae = Load(Name("vae"));
  const torch::Tensor images = AsTensors(Seeds(GetParam())).images;
  const torch::Tensor z = Call(vae, "encode", images);
  const torch::Tensor decoded = Call(vae, "forward", z);
  EXPECT_GE(Share(Predict(Name("cnn"), decoded), Predict(Name("cnn"), images)), 0.85);
  // The encodings must fill the prior from which a search draws.
  const double typical = std::sqrt(static_cast<double>(z.size(1)));
  EXPECT_NEAR(z.norm(2, 1).median().item<double>(), typical, 0.35 * typical);
  EXPECT_LT(z.mean(0).abs().max().item<double>(), 1.0);
}

TEST_P(ZooTest, DecodedPixelsAreCanonicalFarFromThePriorToo) {
  torch::jit::Module vae = Load(Name("vae"));
  const auto size = static_cast<std::int64_t>(Card(Name("vae")).latent_size);
  const torch::Tensor z = torch::linspace(-30, 30, 100 * size).reshape({100, size});
  const torch::Tensor images = Call(vae, "forward", z);
  EXPECT_GE(images.min().item<float>(), 0.0F);
  EXPECT_LE(images.max().item<float>(), 1.0F);
}

// A classifier that took no part in their training tells what was asked for.
TEST_P(ZooTest, ConditionalGeneratorsDrawTheClassAskedFor) {
  for (const char* kind : {"gan", "flow"}) {
    const ModelCard card = Card(Name(kind));
    ASSERT_EQ(card.latent_classes, GetParam().classes) << kind;
    ScriptGenerator generator{Load(Name(kind)), static_cast<std::int64_t>(card.latent_size), 10};
    const Draws draws = Draw(generator, 200, 1);
    EXPECT_GE(Share(Predict(Name("cnn"), draws.images), draws.labels), 0.8) << kind;
  }
}

std::string NameOf(const ::testing::TestParamInfo<DataSet>& info) {
  return std::string(info.param.name);
}
INSTANTIATE_TEST_SUITE_P(Sets, ZooTest, ::testing::ValuesIn(DataSets().begin(), DataSets().end()),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(Sets, ZooOnTestSet,
                         ::testing::ValuesIn(DataSets().begin(), DataSets().end()), NameOf);

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
  EXPECT_LT(bytes, 40U << 20);
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
