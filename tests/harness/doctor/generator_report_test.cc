#include "latentfuzz/harness/doctor/generator_report.h"

#include <gmock/gmock.h>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// A generator of two images, one a class, and a classifier that tells them by their brightness.
class GeneratorReportTest : public AdapterTest {
 protected:
  void SetUp() override {
    AdapterTest::SetUp();
    SaveScript(folder_ / "g.pt",
               "def forward(self, z, labels):\n"
               "    return torch.zeros([z.size(0), 1, 2, 2]) + 0.25 +"
               " 0.5 * labels.reshape([-1, 1, 1, 1])\n"
               "def encode(self, x, labels):\n"
               "    return torch.flatten(x, 1)\n");
    Write("g.card.toml",
          "task = \"generator\"\n[latent]\nsize = 4\nclasses = [\"dark\", \"bright\"]\n"
          "[output]\nshape = [1, 2, 2]\n");
    SaveScript(folder_ / "c.pt",
               "def forward(self, x):\n"
               "    m = torch.mean(torch.flatten(x, 1), [1])\n"
               "    return torch.stack([0.5 - m, m - 0.5], 1)\n");
    Write("c.card.toml",
          "task = \"classification\"\n[input]\nshape = [1, 2, 2]\n[output]\nkind = \"logits\"\n"
          "classes = [\"dark\", \"bright\"]\n");
    generator_ = OpenGenerator((folder_ / "g.pt").string());
    judge_ = OpenClassifier((folder_ / "c.pt").string());
    images_ = ImageBatch(8, {1, 2, 2});
    for (std::size_t i = 0; i < 8; ++i) {
      labels_.push_back(static_cast<int>(i % 2));
      for (float& pixel : images_.image(i)) pixel = i % 2 == 0 ? 0.25F : 0.75F;
    }
  }

  std::string Report(Classifier* judge, const std::string& sheet = "") {
    Chart chart;
    ReportGenerator({*generator_, judge, images_, labels_}, sheet, &chart);
    return chart.Take().text;
  }

  std::unique_ptr<Generator> generator_;
  std::unique_ptr<Classifier> judge_;
  ImageBatch images_;
  std::vector<int> labels_;
};

TEST_F(GeneratorReportTest, TellsWhatDrawsAndEncodingsAreWorth) {
  EXPECT_THAT(Report(judge_.get()),
              AllOf(HasSubstr("998 of 1000 draws"),
                    HasSubstr("100.0 % of 1000 draws are seen as their class"),
                    HasSubstr("100.0 % of 1000 draws lie among real images"),
                    HasSubstr("100.0 % of 8 real images lie among draws"),
                    HasSubstr("100.0 % of 8 real images keep their class"), HasSubstr("0.0000 RMS"),
                    HasSubstr("(0.50 to 1.50)")));
}

TEST_F(GeneratorReportTest, WrongClassesAndPoorReconstructionsShow) {
  labels_ = {1, 1, 0, 1, 1, 1, 0, 1};  // two of four dark images asked for as bright ones
  EXPECT_THAT(Report(judge_.get()), AllOf(HasSubstr("100.0 % of 8 real images keep their class"),
                                          HasSubstr("0.2500 RMS")));
}

TEST_F(GeneratorReportTest, WithoutAClassifierItDoesNotJudge) {
  EXPECT_THAT(Report(nullptr),
              AllOf(HasSubstr("ms an image"), HasSubstr("0.0000 RMS"), Not(HasSubstr("viable"))));
}

TEST_F(GeneratorReportTest, SheetHasARowAClass) {
  const std::string sheet = (folder_ / "sheet.png").string();
  Report(judge_.get(), sheet);
  ImageShape shape;
  const std::vector<std::uint8_t> pixels = ReadPng(sheet, &shape);
  EXPECT_EQ(shape, (ImageShape{1, 4, 40}));
  EXPECT_EQ(pixels.front(), 64);
  EXPECT_EQ(pixels.back(), 191);
  EXPECT_EQ(Caught([&] { Report(nullptr, (folder_ / "none" / "a.png").string()); }).kind(),
            ErrorKind::kIo);
}

}  // namespace
}  // namespace latentfuzz
