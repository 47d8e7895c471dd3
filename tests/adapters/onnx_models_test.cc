// What every engine must do with an ONNX file.
#include <gmock/gmock.h>

#include <cmath>

#include "latentfuzz/adapters/probe.h"
#include "latentfuzz/tests/adapters/onnx_fixture.h"

namespace latentfuzz {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::HasSubstr;
using ::testing::Pointwise;

class OnnxModels : public OnnxTest, public ::testing::WithParamInterface<const char*> {
 protected:
  std::string Uri(const std::string& name) const {
    return std::string(GetParam()) + ":" + File(name).string();
  }
};

#ifdef LATENTFUZZ_HAVE_ONNXRUNTIME
INSTANTIATE_TEST_SUITE_P(OnnxRuntime, OnnxModels, ::testing::Values("onnxruntime"));
#endif
INSTANTIATE_TEST_SUITE_P(OpenCv, OnnxModels, ::testing::Values("opencv"));

// ---- classifiers

TEST_P(OnnxModels, OneRowAnImage) {
  const auto model = Classify(Uri("pair"));
  const ScoreBatch scores = model->Predict(Pairs({0.1F, 0.2F, 0.3F, 0.4F}));
  EXPECT_THAT(scores.values, ElementsAre(0.1F, 0.2F, 0.3F, 0.4F));
  EXPECT_EQ(scores.kind, ScoreKind::kLogits);
  EXPECT_EQ(model->Predict(Pairs({0.5F, 0.25F})).values, (std::vector<float>{0.5F, 0.25F}));
  EXPECT_EQ(model->Predict(Pairs({})).size(), 0U);
}

TEST_P(OnnxModels, ModelSeesTheCardsPixels) {
  const auto model = Classify(
      Uri("pair"), "[input]\nshape = [1, 1, 2]\nrange = [0, 255]\nmean = [55]\nstd = [100]\n");
  EXPECT_THAT(model->Predict(Pairs({0, 1})).values, ElementsAre(-0.55F, 2));
}

TEST_P(OnnxModels, NhwcModelGetsNhwc) {
  for (const char* shape : {"shape = [1, 2, 3]\n", ""}) {
    const auto model =
        Classify(Uri("pair_nhwc"), "[input]\nlayout = \"nhwc\"\ncolor = \"bgr\"\nname = \"x\"\n" +
                                       std::string(shape));
    ImageBatch images(1, {3, 1, 2});
    images.values = {0, 0.2F, 0.4F, 0.6F, 0.8F, 1};
    EXPECT_THAT(model->Predict(images).values, ElementsAre(0.8F, 0.4F));
  }
}

TEST_P(OnnxModels, WhatTheFileSaysMayBeLeftOut) {
  const auto model = Classify(Uri("pair"), "", "[output]\nkind = \"logits\"\n");
  EXPECT_EQ(*model->card().image.shape, (ImageShape{1, 1, 2}));
  EXPECT_THAT(model->card().classes, ElementsAre("0", "1"));
  EXPECT_EQ(model->card().batch, 0);
  // The same model, whether or not its card repeats the file.
  EXPECT_EQ(model->fingerprint(),
            Classify(Uri("pair"), kPairInput, "[output]\nkind = \"logits\"\n")->fingerprint());
}

TEST_P(OnnxModels, FixedBatchIsReadLoopedAndPadded) {
  const std::vector<float> values{0, 1, 0.1F, 0.9F, 0.2F, 0.8F, 0.3F, 0.7F};
  for (const char* name : {"fixed", "fixed_three"}) {
    const auto model = Classify(Uri(name), "");
    EXPECT_EQ(model->card().batch, name == std::string("fixed") ? 1 : 3);
    EXPECT_EQ(model->Predict(Pairs(values)).values, values);
  }
}

TEST_P(OnnxModels, BatchThatOnlyTheCardKnows) {
  const auto model = Classify(Uri("fixed_inside"), "[input]\nbatch = 1\n");
  EXPECT_THAT(model->Predict(Pairs({0, 1, 0.5F, 0.25F})).values, ElementsAre(0, 1, 0.5F, 0.25F));
  const Error error = Caught([&] { Classify(Uri("fixed_inside")); });
  CheckSetup(error, "fixed_inside.onnx");
  EXPECT_THAT(error.hint(), HasSubstr("batch"));
}

TEST_P(OnnxModels, BatchOfCardAndFileMustAgree) {
  const Error error = Caught([&] { Classify(Uri("fixed"), "[input]\nbatch = 4\n"); });
  CheckSetup(error, "fixed.onnx");
  EXPECT_THAT(error.what(), AllOf(HasSubstr("x [1, 1, 1, 2] of float"), HasSubstr("batch of 1"),
                                  HasSubstr("card says 4")));
}

TEST_P(OnnxModels, InputsWithoutAnImagesLayoutTakeAsManyElements) {
  for (const char* name : {"flat", "unbatched", "flat_open"}) {
    const auto model = Classify(Uri(name));
    EXPECT_THAT(model->Predict(Pairs({0, 1, 0.5F, 0.25F})).values, ElementsAre(0, 1, 0.5F, 0.25F))
        << name;
    EXPECT_EQ(model->card().batch, name == std::string("flat_open") ? 0 : 1) << name;
  }
  for (const char* name : {"flat", "unbatched"}) {
    const Error error = Caught([&] { Classify(Uri(name), "[input]\nshape = [1, 1, 3]\n"); });
    CheckSetup(error, std::string(name) + ".onnx");
    EXPECT_THAT(error.what(), HasSubstr("does not take what the card says, 1x1x3"));
  }
  EXPECT_THAT(Caught([&] { Classify(Uri("flat"), ""); }).what(), HasSubstr("no size of an image"));
}

TEST_P(OnnxModels, OpenSizesNeedACard) {
  const Error error = Caught([&] { Classify(Uri("open"), "[input]\ncolor = \"rgb\"\n"); });
  CheckSetup(error, "open.onnx");
  EXPECT_THAT(error.what(), HasSubstr("x [?, 3, ?, ?] of float says no size of an image"));
  EXPECT_THAT(error.hint(), HasSubstr("shape = [channels, height, width]"));
  const auto model = Classify(Uri("open"), "[input]\ncolor = \"rgb\"\nshape = [3, 2, 2]\n",
                              "[output]\nkind = \"logits\"\n");
  ImageBatch images(1, {3, 2, 2});
  images.values = {0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1};
  EXPECT_THAT(model->Predict(images).values, ElementsAre(0.5F, 1, 0.25F));
}

TEST_P(OnnxModels, ColumnOfScoresIsARow) {
  const auto model =
      Classify(Uri("column"), "[input]\ncolor = \"rgb\"\n", "[output]\nkind = \"probabilities\"\n");
  EXPECT_EQ(model->card().classes.size(), 3U);
}

TEST_P(OnnxModels, NanScoresAreAnswers) {
  const auto model = Classify(Uri("nan"));
  EXPECT_TRUE(std::isnan(model->Predict(Pairs({0, 1})).values[0]));
}

TEST_P(OnnxModels, OutputOfSeveralIsNamed) {
  for (const char* name : {"features", "z"}) {
    const auto model =
        Classify(Uri("two_outputs"), kPairInput,
                 "[output]\nkind = \"logits\"\nname = \"" + std::string(name) + "\"\n");
    EXPECT_EQ(model->Predict(Pairs({0.5F, 1})).values[1], name == std::string("z") ? -1 : 1);
  }
}

struct Fault {
  const char* file;
  const char* input;
  const char* output;
  std::vector<const char*> message;
  const char* hint;
};

void CheckFaults(const std::vector<Fault>& faults, const OnnxTest&,
                 const std::function<void(const Fault&)>& open) {
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.file + std::string(": ") + fault.message.front());
    const Error error = Caught([&] { open(fault); });
    EXPECT_EQ(error.kind(), ErrorKind::kSetup);
    EXPECT_THAT(error.what(), HasSubstr(fault.file + std::string(".onnx")));
    EXPECT_THAT(error.what(), ::testing::Not(HasSubstr("\n")));
    for (const char* text : fault.message) EXPECT_THAT(error.what(), HasSubstr(text));
    EXPECT_THAT(error.hint(), HasSubstr(fault.hint));
  }
}

TEST_P(OnnxModels, CardAndFileThatContradictEachOther) {
  CheckFaults({{"pair",
                "[input]\nname = \"images\"\n",
                kTwoLogits,
                {"no input \"images\", which the card names"},
                "known: x"},
               {"pair",
                kPairInput,
                "[output]\nkind = \"logits\"\nname = \"yy\"\n",
                {"no output \"yy\", which the card names"},
                "known: y"},
               {"pair",
                "[input]\nshape = [1, 2, 2]\n",
                kTwoLogits,
                {"x [?, 1, 1, 2] of float", "1x2x2"},
                "shape and layout"},
               {"pair", "[input]\nlayout = \"nhwc\"\n", kTwoLogits, {"2 channels"}, "layout"},
               {"pair_nhwc",
                "[input]\nshape = [3, 1, 2]\ncolor = \"rgb\"\n",
                kTwoLogits,
                {"x [?, 1, 2, 3] of float", "3x1x2"},
                "layout"},
               {"pair_nhwc", "[input]\nlayout = \"nhwc\"\n", kTwoLogits, {"3 channels"}, "color"},
               {"pair",
                kPairInput,
                "[output]\nkind = \"logits\"\nclasses = [\"a\", \"b\", \"c\"]\n",
                {"returns 2 classes, but the card names 3"},
                "as many classes"},
               {"two_outputs",
                kPairInput,
                kTwoLogits,
                {"2 outputs, and the card names none: features [?, 2] of float, z [?, 2] of float"},
                "set name under [output]"},
               {"two_inputs",
                kPairInput,
                kTwoLogits,
                {"2 inputs (x [?, 1, 1, 2] of float, mask [?, 1, 1, 2] of float)"},
                "one input"},
               {"labels_out",
                kPairInput,
                kTwoLogits,
                {"output label [?] of int64, not of float"},
                "before any argmax"},
               {"bytes_in", kPairInput, kTwoLogits, {"input x [?, 1, 1, 2] of uint8"}, "Cast"},
               {"decoder",
                "[input]\nshape = [1, 1, 3]\n",
                kTwoLogits,
                {"a tensor [8, 1, 2, 2], not [n, classes]"},
                "one row of scores"}},
              *this,
              [&](const Fault& fault) { Classify(Uri(fault.file), fault.input, fault.output); });
}

TEST_P(OnnxModels, FilesThatNoEngineReads) {
  const auto open = [&](const std::string& name, const std::string& bytes) {
    const auto path = Write(name, bytes);
    return Caught([&] { Classify(std::string(GetParam()) + ":" + path.string()); });
  };
  std::ifstream in(File("cnn"), std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  CheckSetup(open("cut.onnx", whole.substr(0, whole.size() / 2)), "cut.onnx: truncated");
  CheckSetup(open("text.onnx", "a few words"), "text.onnx: not an ONNX file");
  CheckSetup(open("empty.onnx", ""), "empty.onnx: not an ONNX file");
  CheckSetup(open("lfs.onnx", "version https://git-lfs.github.com/spec/v1\n"), "Git LFS pointer");
}

TEST_P(OnnxModels, UnknownOperatorIsNamed) {
  for (const char* name : {"unknown_operator", "foreign_operator"}) {
    const Error error = Caught([&] { Classify(Uri(name)); });
    CheckSetup(error, std::string(name) + ".onnx: unknown operator ");
    EXPECT_THAT(error.what(), HasSubstr("Frobnicate"));
    EXPECT_THAT(error.hint(), HasSubstr("without"));
  }
}

TEST_P(OnnxModels, ImagesOfAnotherShape) {
  const auto model = Classify(Uri("pair"));
  const Error error = Caught([&] { model->Predict(ImageBatch(2, {1, 2, 2})); });
  CheckSetup(error, "images are 1x2x2, but the card's input is 1x1x2");
}

TEST_P(OnnxModels, PassesAndThreadsAgreeWithinTolerance) {
  const ImageBatch images = ProbeImages({1, 8, 8}, 40);
  const std::string output = "[output]\nkind = \"logits\"\n";
  const ScoreBatch expected =
      ToProbabilities(Classify(Uri("cnn"), "", output, Passes::kAsShipped)->Predict(images));
  for (const char* query : {"", "?threads=1", "?threads=2", "?optimize=none", "?optimize=all"}) {
    const ScoreBatch scores =
        ToProbabilities(Classify(Uri("cnn") + query, "", output)->Predict(images));
    EXPECT_THAT(scores.values, Pointwise(FloatNear(1e-5F), expected.values)) << query;
  }
}

TEST_P(OnnxModels, BatchSizesAgreeWithinTolerance) {
  const auto model = Classify(Uri("cnn"), "", "[output]\nkind = \"logits\"\n");
  const ImageBatch images = ProbeImages({1, 8, 8}, 9);
  const ScoreBatch all = model->Predict(images);
  for (std::size_t i = 0; i < images.size(); ++i)
    EXPECT_THAT(model->Predict(images.Slice(i, 1)).values,
                Pointwise(FloatNear(1e-4F), std::as_const(all).row(i)));
}

TEST_P(OnnxModels, ReopenedModelGivesTheSameBits) {
  const ImageBatch images = ProbeImages({1, 8, 8}, 32);
  const std::string output = "[output]\nkind = \"logits\"\n";
  EXPECT_EQ(Classify(Uri("cnn"), "", output)->Predict(images).values,
            Classify(Uri("cnn"), "", output)->Predict(images).values);
}

TEST_P(OnnxModels, WeightsListedAsInputsAreNone) {
  const std::string output = "[output]\nkind = \"logits\"\n";
  const ImageBatch images = ProbeImages({1, 8, 8}, 4);
  EXPECT_THAT(
      Classify(Uri("cnn_ir3"), "", output)->Predict(images).values,
      Pointwise(FloatNear(1e-5F), Classify(Uri("cnn"), "", output)->Predict(images).values));
}

TEST_P(OnnxModels, EngineThreadsAndOptionsAreRecorded) {
  const auto model = Classify(Uri("pair") + "?threads=2");
  EXPECT_EQ(model->engine().engine, GetParam());
  EXPECT_FALSE(model->engine().version.empty());
  EXPECT_EQ(model->engine().threads, 2);
  EXPECT_EQ(model->engine().options.at("threads"), "2");
  EXPECT_EQ(model->fingerprint(), Classify(Uri("pair"))->fingerprint());
  EXPECT_NE(model->fingerprint(), Classify(Uri("fixed"))->fingerprint());
}

TEST_P(OnnxModels, MalformedOptionValuesAreUsageErrors) {
  for (const char* query : {"?threads=0", "?optimize=1", "?threads=two", "?device=cpu"})
    EXPECT_EQ(Caught([&] { Classify(Uri("pair") + query); }).kind(), ErrorKind::kUsage) << query;
}

// ---- generators

LatentBatch Latents(std::vector<float> values, std::size_t dim) {
  LatentBatch latents(values.size() / dim, dim);
  latents.values = std::move(values);
  return latents;
}

TEST_P(OnnxModels, DecodesLatents) {
  const auto model = Generate(Uri("decoder"), "size = 3\n");
  EXPECT_EQ(*model->card().image.shape, (ImageShape{1, 2, 2}));
  EXPECT_FALSE(model->can_encode());
  // sigmoid(b), with b as make.py draws it.
  const ImageBatch images = model->Decode(Latents({0, 0, 0, 0, 0, 0}, 3));
  ASSERT_EQ(images.values.size(), 8U);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto wave = static_cast<double>(i);
    const double b = 0.2 * std::sin(1.7 * wave * wave + 1);
    EXPECT_NEAR(images.values[i], 1 / (1 + std::exp(-b)), 1e-4);
    EXPECT_EQ(images.values[i], images.values[i + 4]);
  }
}

TEST_P(OnnxModels, FixedBatchAndFlatRowsOfAGenerator) {
  const auto batched = Generate(Uri("decoder"), "size = 3\n");
  const auto fixed = Generate(Uri("decoder_fixed"), "size = 3\n", "shape = [1, 2, 2]\n");
  EXPECT_EQ(fixed->card().batch, 1);
  const LatentBatch latents = ProbeLatents(batched->card(), 5);
  EXPECT_THAT(fixed->Decode(latents).values,
              Pointwise(FloatNear(1e-6F), batched->Decode(latents).values));
}

TEST_P(OnnxModels, LatentsAsColumnsOfAGan) {
  const auto model = Generate(Uri("decoder_gan"), "size = 3\n");
  EXPECT_EQ(model->Decode(Latents({0, 0, 0}, 3)).values, (std::vector<float>(4, 0.5F)));
}

TEST_P(OnnxModels, GeneratorsCardAndFileThatContradictEachOther) {
  CheckFaults({{"decoder", "size = 4\n", "", {"z [?, 3] of float", "the card says, 4"}, "size"},
               {"decoder",
                "size = 3\nclasses = [\"a\", \"b\"]\n",
                "",
                {"the model takes z [?, 3] of float; by its card it takes latents and labels"},
                "[latent] classes"},
               {"decoder_labels",
                "size = 3\n",
                "",
                {"takes label [?] of int64, z [?, 3] of float; by its card it takes latents"},
                "name the classes"},
               {"decoder",
                "size = 3\n",
                "shape = [1, 4, 1]\n",
                {"returns a tensor [8, 1, 2, 2] instead of [8, 1, 4, 1]"},
                "shape"},
               {"decoder_fixed", "size = 3\n", "", {"the card has no [output] shape"}, "add shape"},
               {"decoder",
                "size = 3\nbatch = 2\n",
                "name = \"picture\"\n",
                {"no output \"picture\""},
                "known: image"}},
              *this,
              [&](const Fault& fault) { Generate(Uri(fault.file), fault.input, fault.output); });
}

}  // namespace
}  // namespace latentfuzz
