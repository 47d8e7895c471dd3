#include "latentfuzz/harness/doctor.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "latentfuzz/base/rng.h"
#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The files' format knows these ten; two of them are used.
constexpr const char* kClasses =
    "classes = [\"airplane\", \"automobile\", \"bird\", \"cat\", \"deer\", \"dog\", \"frog\", "
    "\"horse\", \"ship\", \"truck\"]\n";

// Noise of two classes, the second of which has more red than blue.
std::string ReddishAndBluish(std::size_t count) {
  std::string bytes;
  Rng rng(3, StreamPurpose::kTest);
  for (std::size_t i = 0; i < count; ++i) {
    const bool red = rng.Flip(0.5);
    bytes += static_cast<char>(red ? 1 : 0);
    for (const std::size_t most : {red ? 256U : 160U, 200U, red ? 160U : 256U})
      for (int pixel = 0; pixel < 32 * 32; ++pixel) bytes += static_cast<char>(rng.Below(most));
  }
  return bytes;
}

// Stripes of one pixel, the first of which is bright in the images of the second class.
std::string Striped(std::size_t count) {
  std::string bytes;
  Rng rng(4, StreamPurpose::kTest);
  for (std::size_t i = 0; i < count; ++i) {
    const bool bright = rng.Flip(0.5);
    bytes += static_cast<char>(bright ? 1 : 0);
    for (int pixel = 0; pixel < 3 * 32 * 32; ++pixel)
      bytes += static_cast<char>(((pixel % 2 == 0) == bright ? 128U : 0U) + rng.Below(128));
  }
  return bytes;
}

class DoctorTest : public AdapterTest {
 protected:
  // A model that makes of the channels' means m the scores s of the two classes, and of those what
  // it returns, under this card's [input].
  Diagnosis Examine(const std::string& scores, const std::string& input, std::size_t images = 300,
                    const std::string& returns = "s") {
    SaveScript(folder_ / "net.pt",
               "def forward(self, x):\n"
               "    m = torch.mean(x, [2, 3])\n" +
                   scores +
                   "    s = torch.cat([s, torch.full([s.size(0), 8], -1000.0)], 1)\n"
                   "    return " +
                   returns + "\n");
    return ExamineAs("shape = [3, 32, 32]\n" + input, ReddishAndBluish(images));
  }
  Diagnosis ExamineAs(const std::string& input, const std::string& images) {
    Write("net.card.toml", "task = \"classification\"\n[input]\n" + input +
                               "[output]\nkind = \"logits\"\n" + kClasses);
    DoctorOptions options;
    options.models = {(folder_ / "net.pt").string()};
    options.images = Write("images.bin", images).string();
    return Diagnose(options);
  }
  static constexpr const char* kRedder = "    s = torch.stack([m[:, 2], m[:, 0]], 1)\n";
  // Red counts where it reaches 102, of 255.
  static constexpr const char* kBrighter =
      "    s = torch.stack([torch.full_like(m[:, 0], 102.0), m[:, 0]], 1)\n";
};

TEST_F(DoctorTest, NothingWrong) {
  const Diagnosis diagnosis = Examine(kRedder, "color = \"rgb\"\n");
  EXPECT_THAT(diagnosis.problems, IsEmpty());
  EXPECT_THAT(diagnosis.text,
              AllOf(HasSubstr("accuracy           100.00 % of 300"),
                    HasSubstr("as the card says: none of 23 likely others is clearly better")));
}

TEST_F(DoctorTest, OrderOfColours) {
  EXPECT_THAT(Examine(kRedder, "color = \"bgr\"\n").problems,
              Contains(AllOf(HasSubstr("net.pt: color = \"rgb\" under [input]"),
                             HasSubstr("from 0.0 % to 100.0 % on 200 images"))));
}

TEST_F(DoctorTest, Range) {
  EXPECT_THAT(Examine(kBrighter, "color = \"rgb\"\n").problems,
              Contains(AllOf(HasSubstr("net.pt: range = [0, 255] under [input]"),
                             HasSubstr("to 100.0 % on 200 images"))));
}

TEST_F(DoctorTest, ColoursAndRangeTogether) {
  EXPECT_THAT(Examine(kBrighter, "color = \"bgr\"\n").problems,
              Contains(HasSubstr("net.pt: color = \"rgb\", range = [0, 255] under [input]")));
}

TEST_F(DoctorTest, MeanThatIsToGo) {
  EXPECT_THAT(
      Examine(kBrighter, "color = \"rgb\"\nrange = [0, 255]\nmean = [90, 90, 90]\n").problems,
      Contains(HasSubstr("net.pt: no mean under [input]")));
}

TEST_F(DoctorTest, RuleOfResizing) {
  Examine(kBrighter, "color = \"rgb\"\n");  // makes the model
  const std::string card = "color = \"rgb\"\nrange = [0, 255]\nshape = [3, 16, 16]\n";
  const Diagnosis area = ExamineAs(card + "resize = \"area\"\n", Striped(300));
  EXPECT_THAT(area.text, HasSubstr("3x16x16 RGB in [0, 255], resized (area)"));
  EXPECT_THAT(area.problems, Contains(HasSubstr("net.pt: resize = \"nearest\" under [input]")));
  try {
    ExamineAs(card, Striped(300));
    ADD_FAILURE() << "no rule, and no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("3x32x32 images, but the classifier takes 3x16x16"));
    EXPECT_THAT(error.hint(), HasSubstr("resize = \"bilinear\""));
  }
}

TEST_F(DoctorTest, NothingIsSaidOfTooFewImages) {
  const Diagnosis diagnosis = Examine(kRedder, "color = \"bgr\"\n", 50);
  for (const std::string& problem : diagnosis.problems)
    EXPECT_THAT(problem, Not(HasSubstr("would raise accuracy")));
}

TEST_F(DoctorTest, AModelThatKnowsNothingIsNotSavedByACard) {
  const Diagnosis diagnosis =
      Examine("    s = torch.stack([m[:, 1], m[:, 1] * 0.0 + 0.39], 1)\n", "color = \"rgb\"\n");
  for (const std::string& problem : diagnosis.problems)
    EXPECT_THAT(problem, Not(HasSubstr("would raise accuracy")));
}

TEST_F(DoctorTest, Dropout) {
  EXPECT_THAT(Examine("    m = torch.dropout(m * 30.0, 0.5, True)\n" + std::string(kRedder),
                      "color = \"rgb\"\n")
                  .problems,
              ElementsAre(HasSubstr("gives other scores to the same images")));
}

TEST_F(DoctorTest, StatisticsOfTheBatch) {
  EXPECT_THAT(Examine("    m = (m - torch.mean(m, [0], True)) * 30.0\n" + std::string(kRedder),
                      "color = \"rgb\"\n")
                  .problems,
              ElementsAre(HasSubstr("depend on the other images in the batch")));
}

TEST_F(DoctorTest, PlaceInTheBatch) {
  EXPECT_THAT(
      Examine("    m = torch.cumsum(m, 0)\n" + std::string(kRedder), "color = \"rgb\"\n").problems,
      Contains(HasSubstr("depend on its place in the batch")));
}

TEST_F(DoctorTest, OtherRowsThanImages) {
  EXPECT_THAT(Examine("    m = m[:8]\n" + std::string(kRedder), "color = \"rgb\"\n").problems,
              Contains(HasSubstr("256 images in, but 80 scores")));
}

TEST_F(DoctorTest, ProbabilitiesThatAreDeclaredLogits) {
  EXPECT_THAT(Examine(kRedder, "color = \"rgb\"\n", 300, "torch.softmax(s, 1)").problems,
              Contains(HasSubstr("sum to 1, but the card says logits")));
}

#ifdef LATENTFUZZ_HAVE_ONNXRUNTIME
TEST_F(DoctorTest, PublishedNetWithAWrongCard) {
  const char* models = std::getenv("LATENTFUZZ_TEST_MODELS");
  const char* cifar = std::getenv("LATENTFUZZ_TEST_CIFAR10");
  if (models == nullptr || cifar == nullptr)
    GTEST_SKIP() << "LATENTFUZZ_TEST_MODELS or LATENTFUZZ_TEST_CIFAR10 names no folder";
  const auto card =
      Write("card.toml", std::string("task = \"classification\"\n") + "[input]\ncolor = \"bgr\"\n" +
                             "[output]\nkind = \"probabilities\"\n" + kClasses);
  DoctorOptions options;
  options.models = {"onnxruntime:" + std::string(models) +
                    "/mlperf-tiny/resnet8_fp32.onnx?card=" + card.string()};
  options.images = std::string(cifar) + "/test";
  EXPECT_THAT(Diagnose(options).problems,
              Contains(HasSubstr(": color = \"rgb\", range = [0, 255] under [input]")));
}
#endif

}  // namespace
}  // namespace latentfuzz
