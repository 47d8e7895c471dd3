#include "latentfuzz/training/quantize.h"

#include <gmock/gmock.h>

#include <map>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/tests/adapters/fixture.h"
#include "latentfuzz/tests/training/picture_folder.h"
#include "latentfuzz/training/card.h"
#include "latentfuzz/training/classifier_design.h"
#include "latentfuzz/training/layer_chain.h"
#include "latentfuzz/training/measure.h"
#include "latentfuzz/training/quantizer.h"
#include "latentfuzz/training/script_module.h"

namespace latentfuzz::training {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr ImageShape kShape{3, 16, 16};

torch::jit::Module Net() { return BuildModule("Classifier", ClassifierDesign(kShape, 2), 1); }

torch::Tensor Images() { return torch::sigmoid(StandardNormal({20, 3, 16, 16}, 5)).contiguous(); }

TEST(LayerChain, DoesWhatTheModuleDoes) {
  torch::jit::Module net = Net();
  const std::vector<ChainLayer> chain = ReadChain(net, "net.pt");
  std::vector<LayerKind> kinds;
  torch::Tensor x = Images();
  for (const ChainLayer& layer : chain) {
    kinds.push_back(layer.kind);
    x = layer.Apply(x);
  }
  EXPECT_THAT(kinds,
              ElementsAre(LayerKind::kConvolution, LayerKind::kMaxPool, LayerKind::kConvolution,
                          LayerKind::kMaxPool, LayerKind::kFlatten, LayerKind::kLinear));
  EXPECT_TRUE(chain[0].relu);
  EXPECT_FALSE(chain[5].relu);
  EXPECT_TRUE(x.allclose(Call(net, "forward", Images()), 1e-4, 1e-5));
}

TEST(LayerChain, OtherModulesAreRefusedByOperator) {
  const auto refusal = [](const std::string& body) {
    torch::jit::Module net =
        BuildModule("Net", {{{"fc", {4, 4}, 1}}, "\ndef forward(self, x):\n" + body}, 1);
    return std::string(Caught([&] { ReadChain(net, "net.pt"); }).what());
  };
  EXPECT_THAT(refusal("    return torch.sigmoid(torch.linear(x, self.fc_weight, self.fc_bias))\n"),
              HasSubstr("net.pt: cannot quantize aten::sigmoid"));
  EXPECT_THAT(refusal("    y = torch.linear(x, self.fc_weight, self.fc_bias)\n"
                      "    return torch.linear(x, self.fc_weight, self.fc_bias) + y\n"),
              HasSubstr("cannot quantize"));
  EXPECT_THAT(refusal("    return torch.linear(torch.relu(x), self.fc_weight, self.fc_bias)\n"),
              HasSubstr("aten::relu"));
  EXPECT_THAT(refusal("    return torch.relu(x)\n"), HasSubstr("aten::relu"));
}

TEST(QuantizeChain, StaysNearTheFloatModelAndIsInt8) {
  at::globalContext().setQEngine(at::QEngine::ONEDNN);
  torch::jit::Module net = Net();
  torch::jit::Module quantized = QuantizeChain(ReadChain(net, "net.pt"), Images());
  const torch::Tensor before = Call(net, "forward", Images());
  const torch::Tensor after = Call(quantized, "forward", Images());
  const double error = (after - before).abs().mean().item<double>();
  EXPECT_GT(error, 0);
  EXPECT_LT(error, 0.1 * before.std().item<double>());
  EXPECT_TRUE(quantized.hasattr("layer0"));
}

class QuantizeTest : public AdapterTest {
 protected:
  // A trained classifier of pictures, and options to quantize it.
  QuantizeOptions Options() {
    WritePictures(folder_ / "data", 60, {1, 12, 12});
    TrainOptions options;
    options.data = folder_ / "data";
    options.out = folder_ / "float.pt";
    options.epochs = 8;
    TrainClassifier(options);
    return {.model = options.out.string(), .data = options.data, .out = folder_ / "int8.pt"};
  }
};

TEST_F(QuantizeTest, GivesAClassifierThatAgrees) {
  const TrainReport report = Quantize(Options());
  const std::map<std::string, double> metrics(report.metrics.begin(), report.metrics.end());
  EXPECT_EQ(metrics.at("calibration_images"), 40);
  EXPECT_EQ(metrics.at("measured_images"), 80);
  EXPECT_GE(metrics.at("agreement"), 0.9);
  EXPECT_GE(metrics.at("accuracy_after"), metrics.at("accuracy_before") - 0.1);
  const ModelCard card = ReadModelCard(report.card, Task::kClassification);
  EXPECT_EQ(card.qengine, "onednn");
  EXPECT_THAT(card.classes, ElementsAre("bars", "spots"));
  const auto classifier = OpenClassifier(report.model.string());
  EXPECT_EQ(classifier->engine().qengine, "onednn");
  EXPECT_EQ(classifier->Predict(ImageBatch(2, {1, 12, 12})).classes, 2U);
}

TEST_F(QuantizeTest, WhatCannotBeQuantizedIsRefused) {
  const QuantizeOptions good = Options();
  QuantizeOptions options = good;
  options.out = folder_ / "int8";
  EXPECT_EQ(Caught([&] { Quantize(options); }).kind(), ErrorKind::kUsage);
  options = good;
  options.out = folder_ / "." / "float.pt";
  EXPECT_THAT(Caught([&] { Quantize(options); }).what(), HasSubstr("is the model itself"));
  options = good;
  options.model = "onnxruntime:net.onnx";
  EXPECT_THAT(Caught([&] { Quantize(options); }).what(), HasSubstr("TorchScript"));
  options = good;
  std::filesystem::rename(folder_ / "data" / "spots", folder_ / "data" / "stripes");
  EXPECT_THAT(Caught([&] { Quantize(options); }).what(),
              HasSubstr("'stripes' is no class of the model"));
  std::string card = ClassifierCard("Net.", {{1, 12, 12}, "", ""}, {"bars", "stripes"});
  card.replace(card.find("[0, 1]"), 6, "[0, 255]");
  Write("float.card.toml", card);
  EXPECT_THAT(Caught([&] { Quantize(options); }).what(), HasSubstr("images in [0, 1]"));
  EXPECT_FALSE(std::filesystem::exists(good.out));
}

}  // namespace
}  // namespace latentfuzz::training
