#include "latentfuzz/harness/contact_sheet.h"

#include <gtest/gtest.h>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/tests/corpus/samples.h"

namespace latentfuzz {
namespace {

class ContactSheetTest : public ::testing::Test {
 protected:
  // `count` findings whose pictures are all black.
  CampaignResult Findings(std::size_t count) {
    CampaignResult result;
    for (std::size_t i = 0; i < count; ++i) {
      FindingSummary finding;
      finding.signature = {Verdict::kDisagree, 0, static_cast<int>(i)};
      finding.reference_name = "a";
      finding.directory = directory_.path() / std::to_string(i);
      samples::WriteFile(finding.directory / "image.png",
                         EncodePng(std::vector<float>(64), {1, 8, 8}));
      result.findings.push_back(finding);
    }
    return result;
  }
  ImageShape Write(const CampaignResult& result) {
    WriteContactSheet(result, file_);
    ImageShape shape;
    pixels_ = ReadPng(file_, &shape);
    return shape;
  }

  samples::TemporaryDirectory directory_;
  std::filesystem::path file_ = directory_.path() / "sheet.png";
  std::vector<std::uint8_t> pixels_;
};

TEST_F(ContactSheetTest, HasARowForEightFindings) {
  const ImageShape one = Write(Findings(1));
  EXPECT_EQ(Write(Findings(8)).height, one.height);
  EXPECT_GT(Write(Findings(9)).height, one.height);
}

TEST_F(ContactSheetTest, IsBounded) {
  EXPECT_EQ(Write(Findings(60)).height, Write(Findings(48)).height);
}

TEST_F(ContactSheetTest, ShowsThePictures) {
  const ImageShape shape = Write(Findings(1));
  const auto at = [&](int x, int y) {
    return pixels_[static_cast<std::size_t>(y * shape.width + x)];
  };
  EXPECT_EQ(at(78, 30 + 56), 0);  // the middle of the first picture
  EXPECT_EQ(at(300, 30 + 56), 255);
}

TEST_F(ContactSheetTest, AMissingPictureLeavesItsPlaceEmpty) {
  const CampaignResult result = Findings(2);
  std::filesystem::remove(result.findings[0].directory / "image.png");
  samples::WriteFile(result.findings[1].directory / "image.png", "rotten");
  EXPECT_GT(Write(result).height, 0);
}

TEST_F(ContactSheetTest, APictureOfExtremeProportionsIsShown) {
  const CampaignResult result = Findings(2);
  samples::WriteFile(result.findings[0].directory / "image.png",
                     EncodePng(std::vector<float>(2000), {1, 1, 2000}));
  samples::WriteFile(result.findings[1].directory / "image.png",
                     EncodePng(std::vector<float>(2000), {1, 2000, 1}));
  EXPECT_GT(Write(result).height, 0);
}

TEST_F(ContactSheetTest, AFolderThatIsNotThereIsAnError) {
  const auto error = samples::ErrorOf(
      [&] { WriteContactSheet(Findings(1), directory_.path() / "no/such/sheet.png"); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kIo);
}

}  // namespace
}  // namespace latentfuzz
