#include "latentfuzz/adapters/model_card.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ModelCardTest : public AdapterTest {
 protected:
  ModelCard Read(const std::string& text) { return ReadModelCard(Write("a.card.toml", text)); }
  Error Refused(const std::string& text) {
    return Caught([&] { Read(text); });
  }
};

constexpr const char* kFullClassifier = R"(task = "classification"
[input]
name = "x"
shape = [3, 32, 48]
color = "bgr"
range = [0, 255]
mean = [103.5, 116, 123]
std = [57.0, 58.0, 59.0]
layout = "nchw"
resize = "area"
batch = 4
[output]
indices = "top"
name = "probabilities"
kind = "probabilities"
classes = ["cat", "dog"]
[engine]
qengine = "onednn"
)";

TEST_F(ModelCardTest, ReadsEveryKeyOfAClassifier) {
  const ModelCard card = Read(kFullClassifier);
  EXPECT_EQ(card.task, Task::kClassification);
  EXPECT_EQ(card.source, folder_ / "a.card.toml");
  EXPECT_EQ(card.image.name, "x");
  EXPECT_EQ(card.image.shape, (ImageShape{3, 32, 48}));
  EXPECT_EQ(card.image.color, ColorOrder::kBgr);
  EXPECT_EQ(card.image.low, 0);
  EXPECT_EQ(card.image.high, 255);
  EXPECT_THAT(card.image.mean, ElementsAre(103.5, 116, 123));
  EXPECT_THAT(card.image.std, ElementsAre(57, 58, 59));
  EXPECT_EQ(card.image.layout, Layout::kNchw);
  EXPECT_EQ(card.batch, 4);
  EXPECT_EQ(card.image.resize, Resize::kArea);
  EXPECT_EQ(card.output_name, "probabilities");
  EXPECT_EQ(card.indices_name, "top");
  EXPECT_EQ(card.scores, ScoreKind::kProbabilities);
  EXPECT_THAT(card.classes, ElementsAre("cat", "dog"));
  EXPECT_EQ(card.qengine, "onednn");
}

TEST_F(ModelCardTest, ReadsEveryKeyOfAGenerator) {
  const ModelCard card = Read(R"(task = "generator"
[latent]
size = 16
prior = "uniform"
bounds = [-2, 3]
classes = ["a", "b"]
batch = 8
[output]
name = "image"
shape = [28, 30, 1]
range = [-1, 1]
layout = "nhwc"
[decode]
steps = 20
guidance = 1.5
[data]
near_copy_radius = 3
)");
  EXPECT_EQ(card.task, Task::kGenerator);
  EXPECT_EQ(card.latent_size, 16U);
  EXPECT_EQ(card.prior, LatentPrior::kUniform);
  EXPECT_EQ(card.latent_low, -2);
  EXPECT_EQ(card.latent_high, 3);
  EXPECT_THAT(card.latent_classes, ElementsAre("a", "b"));
  EXPECT_EQ(card.batch, 8);
  EXPECT_EQ(card.image.name, "image");
  EXPECT_EQ(card.image.shape, (ImageShape{1, 28, 30}));
  EXPECT_EQ(card.image.low, -1);
  EXPECT_EQ(card.decode.at("steps"), 20);
  EXPECT_EQ(card.decode.at("guidance"), 1.5);
  EXPECT_EQ(card.near_copy_radius, 3);
}

TEST_F(ModelCardTest, SmallestCards) {
  const ModelCard classifier = Read("task = \"classification\"\n[output]\nkind = \"logits\"\n");
  EXPECT_FALSE(classifier.image.shape);
  EXPECT_EQ(classifier.batch, 0);
  EXPECT_FALSE(classifier.near_copy_radius);
  const ModelCard generator = Read("task = \"generator\"\n[latent]\nsize = 2\n");
  EXPECT_EQ(generator.prior, LatentPrior::kNormal);
}

TEST_F(ModelCardTest, MissingCardGivesOneToPaste) {
  const auto read = [&](Task task) {
    return Caught([&] { ReadModelCard(folder_ / "b.card.toml", task); });
  };
  const Error error = read(Task::kGenerator);
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), HasSubstr((folder_ / "b.card.toml").string()));
  for (const Task task : {Task::kGenerator, Task::kClassification}) {
    const std::string hint = read(task).hint();
    EXPECT_EQ(Read(hint.substr(hint.find("task"))).task, task) << hint;
  }
}

TEST_F(ModelCardTest, TaskThatIsNotTheExpected) {
  const auto path = Write("a.card.toml", kFullClassifier);
  EXPECT_NO_THROW(ReadModelCard(path, Task::kClassification));
  EXPECT_THAT(Caught([&] { ReadModelCard(path, Task::kGenerator); }).what(),
              HasSubstr("\"classification\", but a model for \"generator\""));
}

struct Fault {
  const char* name;
  const char* text;
  const char* message;  // part of it
  const char* hint;     // part of it
};

class ModelCardFault : public ModelCardTest, public ::testing::WithParamInterface<Fault> {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) /
              (std::string("latentfuzz_card_fault_") + GetParam().name);
    std::filesystem::create_directories(folder_);
  }
};

TEST_P(ModelCardFault, IsASetupErrorThatNamesPlaceAndRemedy) {
  const Error error = Refused(GetParam().text);
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), HasSubstr("a.card.toml"));
  EXPECT_THAT(error.what(), HasSubstr(GetParam().message));
  EXPECT_THAT(error.hint(), HasSubstr(GetParam().hint));
}

#define CLASSIFIER "task = \"classification\"\n[output]\nkind = \"logits\"\n"
#define GENERATOR "task = \"generator\"\n[latent]\nsize = 2\n"

INSTANTIATE_TEST_SUITE_P(
    All, ModelCardFault,
    ::testing::Values(
        Fault{"NotToml", "task = \n", ":1: not TOML", "that line"},
        Fault{"NoTask", "[input]\n", "no task", "task = \"classification\""},
        Fault{"UnknownTask", "task = \"clasification\"\n", ":1: task is \"clasification\"",
              "did you mean `classification`"},
        Fault{"UnknownKey", CLASSIFIER "clases = [\"a\"]\n", ":4: [output] clases",
              "did you mean `classes`"},
        Fault{"KeyOfAnotherSection", CLASSIFIER "shape = [1, 2, 2]\n", ":4: [output] shape",
              "belongs at [input] shape"},
        Fault{"UnknownSection", CLASSIFIER "[outputs]\nname = \"x\"\n", ":4: outputs",
              "did you mean `output`"},
        Fault{"UnknownRootKey", "task = \"classification\"\nbatch = 2\n", ":2: batch",
              "belongs at [input] batch"},
        Fault{"SectionThatIsAValue", "output = 3\ntask = \"classification\"\n", ":1: output",
              "known"},
        Fault{"GeneratorKeyInClassifier", CLASSIFIER "[latent]\nsize = 3\n", ":5: [latent] size",
              "known"},
        Fault{"DecodeInClassifier", CLASSIFIER "[decode]\nsteps = 3\n", ":5: [decode] steps",
              "remove"},
        Fault{"KindIsANumber", "task = \"classification\"\n[output]\nkind = 3\n",
              ":3: [output] kind must be a string", "string"},
        Fault{"ClassesIsAString", CLASSIFIER "classes = \"a\"\n",
              ":4: [output] classes must be a list", "brackets"},
        Fault{"ClassesOfNumbers", CLASSIFIER "classes = [\"a\", 1]\n",
              ":4: [output] classes element must be a string", "string"},
        Fault{"ClassNamedTwice", CLASSIFIER "classes = [\"a\", \"a\"]\n", "names \"a\" twice",
              "its own name"},
        Fault{"ShapeOfTwo", CLASSIFIER "[input]\nshape = [28, 28]\n",
              ":5: [input] shape must have three", "channels, height, width"},
        Fault{"ShapeWithZero", CLASSIFIER "[input]\nshape = [1, 0, 28]\n",
              ":5: [input] shape element must lie between 1", "correct"},
        Fault{"ShapeOfTheOtherLayout", CLASSIFIER "[input]\nshape = [28, 28, 1]\n",
              "has 28 channels", "layout = \"nhwc\""},
        Fault{"ThreeChannelsWithoutOrder", CLASSIFIER "[input]\nshape = [3, 28, 28]\n",
              "no order of colours", "color = \"rgb\""},
        Fault{"OneChannelInColour", CLASSIFIER "[input]\nshape = [1, 2, 2]\ncolor = \"rgb\"\n",
              "shape has 1 channel", "gray"},
        Fault{"RangeUpsideDown", CLASSIFIER "[input]\nrange = [1, 0]\n",
              ":5: [input] range must be two numbers", "[0, 1]"},
        Fault{"RangeOfNan", CLASSIFIER "[input]\nrange = [0, nan]\n", "must be two numbers",
              "[0, 1]"},
        Fault{"MeanOfAnotherLength", CLASSIFIER "[input]\nshape = [1, 2, 2]\nmean = [1, 2, 3]\n",
              "mean has 3 numbers for 1 channels", "one number a channel"},
        Fault{"StdOfZero", CLASSIFIER "[input]\nstd = [0]\n", "std is not positive", "correct"},
        Fault{"NegativeBatch", CLASSIFIER "[input]\nbatch = -1\n",
              ":5: [input] batch must lie between 0", "correct"},
        Fault{"BatchIsAFraction", CLASSIFIER "[input]\nbatch = 1.5\n",
              ":5: [input] batch must be a whole number", "whole"},
        Fault{"UnknownResize", CLASSIFIER "[input]\nresize = \"linear\"\n",
              ":5: [input] resize is \"linear\"", "bilinear"},
        Fault{"ResizeOfAGenerator", GENERATOR "[output]\nresize = \"area\"\n",
              ":5: [output] resize", "known"},
        Fault{"IndicesOfLogits", CLASSIFIER "indices = \"top\"\nclasses = [\"a\"]\n",
              "indices is for probabilities", "softmax"},
        Fault{"IndicesOfUnnamedClasses",
              "task = \"classification\"\n[output]\nkind = \"probabilities\"\nindices = \"top\"\n",
              "needs the names of all classes", "classes = [...]"},
        Fault{"NoKind", "task = \"classification\"\n[output]\nname = \"x\"\n", "no [output] kind",
              "kind = \"logits\""},
        Fault{"NoLatentSize", "task = \"generator\"\n[latent]\nprior = \"normal\"\n",
              "no [latent] size", "size = N"},
        Fault{"UnknownPrior", GENERATOR "prior = \"gauss\"\n", ":4: [latent] prior is \"gauss\"",
              "known: normal, uniform"},
        Fault{"RadiusOfZero", GENERATOR "[data]\nnear_copy_radius = 0\n",
              ":5: [data] near_copy_radius must be positive", "correct"},
        Fault{"DecodeOfText", GENERATOR "[decode]\nsteps = \"many\"\n",
              ":5: [decode] steps must be a number", "number"}),
    [](const auto& param_info) { return std::string(param_info.param.name); });

TEST_F(ModelCardTest, DefaultPathIsBesideTheModel) {
  EXPECT_EQ(DefaultCardPath("models/net.pt"), "models/net.card.toml");
  EXPECT_EQ(DefaultCardPath("net.v2.torchscript"), "net.v2.card.toml");
}

TEST_F(ModelCardTest, CanonicalTextIsSortedAndSpellsOutDefaults) {
  const std::string text =
      CanonicalText(Read("task = \"generator\"\n[latent]\nsize = 2\n[decode]\nsteps = 4\n"));
  EXPECT_THAT(text, HasSubstr("batch=0\n"));
  EXPECT_THAT(text, HasSubstr("decode.steps=4\n"));
  EXPECT_THAT(text, HasSubstr("image.high=1\n"));
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end())) << text;
}

TEST_F(ModelCardTest, CanonicalTextKnowsMeaningNotSpelling) {
  const std::string plain = CanonicalText(Read(CLASSIFIER));
  EXPECT_EQ(plain, CanonicalText(Read("# a comment\n" CLASSIFIER "[input]\nrange = [0.0, 1]\n")));
  EXPECT_EQ(plain, CanonicalText(Read(CLASSIFIER "[engine]\nqengine = \"qnnpack\"\n")));
  EXPECT_NE(plain, CanonicalText(Read(CLASSIFIER "[input]\nrange = [-1, 1]\n")));
  EXPECT_EQ(plain, CanonicalText(Read(CLASSIFIER "[input]\nresize = \"none\"\n")));
  EXPECT_NE(CanonicalText(Read(CLASSIFIER "[input]\nresize = \"area\"\n")),
            CanonicalText(Read(CLASSIFIER "[input]\nresize = \"nearest\"\n")));
  EXPECT_NE(CanonicalText(Read(CLASSIFIER "classes = [\"a\", \"b\"]\n")),
            CanonicalText(Read(CLASSIFIER "classes = [\"a;1:b\"]\n")));
}

}  // namespace
}  // namespace latentfuzz
