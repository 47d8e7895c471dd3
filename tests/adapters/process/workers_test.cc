// The workers of examples/workers give the verdicts of the same model in LibTorch.
#include <gmock/gmock.h>
#include <torch/script.h>

#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/adapters/zoo.h"
#include "latentfuzz/tests/adapters/fixture.h"
#include "latentfuzz/tests/adapters/process/weight_files.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kImages = 512;
constexpr float kTolerance = 1e-4F;

std::string Example(const std::string& name) {
  return std::string(LATENTFUZZ_SOURCE_DIR) + "/examples/workers/" + name;
}

bool Succeeds(const std::string& command) {
  return std::system((command + " >/dev/null 2>&1").c_str()) == 0;
}

// A Python that has NumPy; Debian's where the first on the path is another one.
std::optional<std::string> PythonWithNumpy() {
  for (const char* python : {"python3", "/usr/bin/python3"})
    if (Succeeds(std::string(python) + " -c 'import numpy'")) return python;
  return std::nullopt;
}

std::string NodeCommand() {
  return std::string("env NODE_PATH=") + LATENTFUZZ_NODE_MODULES + " node ";
}

bool NodeHasOnnxRuntime() { return Succeeds(NodeCommand() + "-e 'require(\"onnxruntime-node\")'"); }

class WorkersTest : public AdapterTest {
 protected:
  std::string At(const std::string& name) const { return (folder_ / name).string(); }

  static ModelWeights ZooMlp() {
    return ReadWeights(ZooModel("fashion-mlp"), {"fc1", "fc2", "fc3"});
  }

  // The zoo's images of clothes and noise: labels of every class, near boundaries too.
  static ImageBatch Images(Generator& generator) {
    return generator.Decode(ProbeLatents(generator.card(), kImages));
  }

  void ExpectTheVerdictsOfTorch(const std::string& uri) {
    const auto torch = OpenClassifier("zoo:fashion-mlp", {Passes::kAsShipped, ""});
    const auto worker =
        OpenClassifier(uri, {Passes::kAsShipped, DefaultCardPath(ZooModel("fashion-mlp"))});
    const ImageBatch images = Images(*OpenGenerator("zoo:fashion-vae"));
    const ScoreBatch expected = torch->Predict(images), seen = worker->Predict(images);
    ASSERT_EQ(seen.size(), kImages);
    std::set<int> labels;
    for (std::size_t i = 0; i < kImages; ++i) {
      labels.insert(ArgMax(expected.row(i)));
      EXPECT_EQ(ArgMax(expected.row(i)), ArgMax(seen.row(i))) << i;
      for (std::size_t c = 0; c < seen.classes; ++c)
        EXPECT_NEAR(expected.row(i)[c], seen.row(i)[c], kTolerance) << i;
    }
    EXPECT_EQ(labels.size(), 10U);
  }
};

TEST_F(WorkersTest, NumpyGivesTheVerdictsOfTorch) {
  const auto python = PythonWithNumpy();
  if (!python) GTEST_SKIP() << "no Python with NumPy: ci/setup installs python3-numpy";
  WriteSafetensors(At("mlp.safetensors"), ZooMlp());
  ExpectTheVerdictsOfTorch("process:" + *python + " " + Example("worker.py") + " " +
                           At("mlp.safetensors") + " --image 1,28,28");
}

TEST_F(WorkersTest, NumpyDecodes) {
  const auto python = PythonWithNumpy();
  if (!python) GTEST_SKIP() << "no Python with NumPy: ci/setup installs python3-numpy";
  const ModelWeights weights = ReadWeights(ZooModel("fashion-vae"), {"dec1", "dec2", "dec3"});
  WriteSafetensors(At("decoder.safetensors"), weights);
  Write("decoder.card.toml",
        "task = \"generator\"\n[latent]\nsize = 28\n[output]\nshape = [1, 28, 28]\n");
  const auto worker = OpenGenerator("process:" + *python + " " + Example("worker.py") + " " +
                                    At("decoder.safetensors") + " --image 1,28,28 --latent 28");
  EXPECT_FALSE(worker->can_encode());
  const LatentBatch latents = ProbeLatents(worker->card(), kImages);
  torch::jit::Module vae = torch::jit::load(ZooModel("fashion-vae").string());
  const torch::Tensor expected =
      vae.get_method("decode_code")({torch::tensor(latents.values).reshape({kImages, 28})})
          .toTensor()
          .contiguous();
  const ImageBatch images = worker->Decode(latents);
  for (std::size_t i = 0; i < images.values.size(); ++i)
    ASSERT_NEAR(images.values[i], expected.data_ptr<float>()[i], kTolerance) << i;
}

TEST_F(WorkersTest, NodeGivesTheVerdictsOfTorch) {
  if (!NodeHasOnnxRuntime())
    GTEST_SKIP() << "no Node with onnxruntime-node: ci/setup-onnxruntime obtains it";
  WriteOnnx(At("mlp.onnx"), ZooMlp());
  ExpectTheVerdictsOfTorch("process:" + NodeCommand() + Example("worker.mjs") + " " +
                           At("mlp.onnx"));
}

TEST_F(WorkersTest, NodeDecodes) {
  if (!NodeHasOnnxRuntime())
    GTEST_SKIP() << "no Node with onnxruntime-node: ci/setup-onnxruntime obtains it";
  const std::string file = std::string(LATENTFUZZ_TEST_DATA) + "/onnx/decoder.onnx";
  const OpenOptions card{
      Passes::kAsShipped,
      Write("card.toml", "task = \"generator\"\n[latent]\nsize = 3\n[output]\ncolor = \"gray\"\n")
          .string()};
  const auto opencv = OpenGenerator("opencv:" + file, card);
  const auto worker =
      OpenGenerator("process:" + NodeCommand() + Example("worker.mjs") + " " + file, card);
  const LatentBatch latents = ProbeLatents(worker->card(), 5);
  const ImageBatch expected = opencv->Decode(latents), seen = worker->Decode(latents);
  EXPECT_EQ(seen.shape, expected.shape);
  EXPECT_THAT(seen.values, ::testing::Pointwise(::testing::FloatNear(kTolerance), expected.values));
}

TEST_F(WorkersTest, NodeKeepsToAFixedBatch) {
  if (!NodeHasOnnxRuntime())
    GTEST_SKIP() << "no Node with onnxruntime-node: ci/setup-onnxruntime obtains it";
  const std::string files = std::string(LATENTFUZZ_TEST_DATA) + "/onnx/";
  const std::string worker = "process:" + NodeCommand() + Example("worker.mjs") + " " + files;
  const OpenOptions card{
      Passes::kAsShipped,
      Write("fixed.card.toml", "task = \"classification\"\n[output]\nkind = \"logits\"\n")
          .string()};
  const auto fixed = OpenClassifier(worker + "fixed_three.onnx", card);
  EXPECT_EQ(fixed->card().batch, 3);
  ImageBatch images(4, {1, 1, 2});
  for (std::size_t i = 0; i < images.values.size(); ++i) images.values[i] = static_cast<float>(i);
  EXPECT_EQ(fixed->Predict(images).values, images.values);
}

// A request that the model refuses is told in its own words, and the worker lives on.
TEST_F(WorkersTest, PythonTellsWhatItRefuses) {
  const auto python = PythonWithNumpy();
  if (!python) GTEST_SKIP() << "no Python with NumPy: ci/setup installs python3-numpy";
  WriteSafetensors(At("mlp.safetensors"), ZooMlp());
  const Error error = Caught([&] {
    OpenClassifier(
        "process:" + *python + " " + Example("worker.py") + " " + At("mlp.safetensors") +
            " --image 1,28,27",
        {Passes::kAsShipped,
         Write("card.toml", "task = \"classification\"\n[output]\nkind = \"logits\"\n").string()});
  });
  EXPECT_THAT(error.what(), ::testing::HasSubstr("it refuses a batch of 8: 1x28x27 images: "
                                                 "ValueError: matmul"));
  // And so is a worker that cannot begin.
  EXPECT_THAT(Caught([&] {
                OpenClassifier(
                    "process:" + *python + " " + Example("worker.py") + " none --image 1,2,2",
                    {Passes::kAsShipped, At("card.toml")});
              }).hint(),
              ::testing::HasSubstr("FileNotFoundError"));
}

}  // namespace
}  // namespace latentfuzz
