// What only ONNX Runtime does.
#include <gmock/gmock.h>

#include "latentfuzz/tests/adapters/onnx_fixture.h"

namespace latentfuzz {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class OnnxRuntimeTest : public OnnxTest {
 protected:
  static std::string Uri(const std::string& name) { return "onnxruntime:" + File(name).string(); }
};

TEST_F(OnnxRuntimeTest, BarePathOfAnOnnxFile) {
  EXPECT_EQ(Classify(File("pair").string())->engine().engine, "onnxruntime");
}

TEST_F(OnnxRuntimeTest, NewerFilesSayWhatIsTooNew) {
  const Error opset = Caught([&] { Classify(Uri("opset_99")); });
  CheckSetup(opset, "opset_99.onnx: opset 99 of domain ai.onnx is newer");
  EXPECT_THAT(opset.hint(), HasSubstr("opset_version="));
  const Error ir = Caught([&] { Classify(Uri("ir_99")); });
  CheckSetup(ir, "ir_99.onnx: written in a newer form of ONNX: IR version 99");
}

TEST_F(OnnxRuntimeTest, OperatorThatRefusesABatchIsNamed) {
  CheckSetup(Caught([&] { Classify(Uri("fixed_inside")); }),
             "fixed_inside.onnx: operator Reshape (node \"one_row\") refuses its input: ");
}

TEST_F(OnnxRuntimeTest, LabelsOfAConditionalGenerator) {
  const auto model =
      Generate(Uri("decoder_labels"), "size = 3\nclasses = [\"dark\", \"bright\"]\n");
  LatentBatch latents(2, 3);
  latents.labels = {0, 1};
  const ImageBatch images = model->Decode(latents);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_LT(images.values[i], 0.6F);
    EXPECT_GT(images.values[i + 4], 0.9F);
  }
}

TEST_F(OnnxRuntimeTest, IndicesAndScoresOfTheLikeliest) {
  const std::string output =
      "[output]\nkind = \"probabilities\"\nclasses = [\"a\", \"b\", \"c\", \"d\"]\n";
  for (const char* name : {"name = \"scores\"\n", ""}) {
    const auto model = Classify(Uri("top_two"), "", output + "indices = \"indices\"\n" + name);
    ImageBatch images(2, {1, 1, 4});
    images.values = {0, 1, 0.5F, 0, 1, 0, 0, 0.5F};
    const ScoreBatch scores = model->Predict(images);
    for (std::size_t i = 0; i < 2; ++i) {
      ScoreBatch pixels{ScoreKind::kLogits, 4, {images.image(i).begin(), images.image(i).end()}};
      const ScoreBatch all = ToProbabilities(pixels);
      const int equal[2][2] = {{0, 3}, {1, 2}};  // pixels of 0: what is left, shared
      for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(scores.row(i)[c], all.values[c], 1e-5) << c;
      EXPECT_EQ(scores.row(i)[static_cast<std::size_t>(equal[i][0])],
                scores.row(i)[static_cast<std::size_t>(equal[i][1])]);
    }
  }
  const Error unnamed = Caught([&] { Classify(Uri("top_two"), "", output); });
  CheckSetup(unnamed, "2 outputs, and the card names none");
  EXPECT_THAT(unnamed.hint(), HasSubstr("indices"));
  CheckSetup(Caught([&] {
               Classify(Uri("top_two"), "", output + "indices = \"scores\"\nname = \"scores\"\n");
             }),
             "output scores [?, 2] of float, not of int64");
  CheckSetup(Caught([&] { Classify(Uri("top_two"), "", output + "name = \"scores\"\n"); }),
             "returns 2 classes, but the card names 4");
}

TEST_F(OnnxRuntimeTest, QuantizedFileRuns) {
  for (const char* query : {"?optimize=none", "?optimize=basic", "?optimize=all", ""}) {
    const auto model = Classify(Uri("qdq") + query);
    // 1 * 100 * 0.01 = 1 and 1 * 20 * 0.008 = 0.16, in steps of 0.01.
    const ScoreBatch scores = model->Predict(Pairs({1, 0}));
    EXPECT_NEAR(scores.values[0], 1, 0.0101) << query;
    EXPECT_NEAR(scores.values[1], 0.16, 0.0101) << query;
  }
}

TEST_F(OnnxRuntimeTest, WeightsKeptApartCount) {
  const auto copy = [&](const std::string& name) {
    std::filesystem::copy_file(File("apart").parent_path() / name, folder_ / name);
  };
  copy("apart.onnx");
  copy("apart.bin");
  const std::string uri = (folder_ / "apart.onnx").string();
  const auto model = Classify(uri);
  EXPECT_EQ(model->Predict(Pairs({0.5F, 1})).values, (std::vector<float>{0.5F, 1}));
  const std::string weights(16, '\0');
  Write("apart.bin", weights);
  EXPECT_NE(Classify(uri)->fingerprint(), model->fingerprint());
  std::filesystem::remove(folder_ / "apart.bin");
  CheckSetup(Caught([&] { Classify(uri); }), "apart");
}

TEST_F(OnnxRuntimeTest, OptionsOfTheUri) {
  EXPECT_THAT(Caught([&] { Classify(Uri("pair") + "?provider=abacus"); }).hint(),
              HasSubstr("known: cpu"));
  EXPECT_THAT(Caught([&] { Classify(Uri("pair") + "?optimize=some"); }).hint(),
              HasSubstr("none, basic, all"));
}

}  // namespace
}  // namespace latentfuzz
