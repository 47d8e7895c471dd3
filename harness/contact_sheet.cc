#include "latentfuzz/harness/contact_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/text.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kTiles = 48;
constexpr int kColumns = 8;
constexpr int kPicture = 112;  // edge of the picture in a tile
constexpr int kTileWidth = 156;
constexpr int kTileHeight = 160;
constexpr int kHeader = 30;
const cv::Scalar kInk(40, 40, 40);
const cv::Scalar kReferenceInk(150, 80, 0);  // BGR: blue
const cv::Scalar kCandidateInk(0, 60, 190);  // red

void Write(cv::Mat* sheet, const std::string& text, int x, int y, const cv::Scalar& color,
           double scale) {
  cv::putText(*sheet, text, {x, y}, cv::FONT_HERSHEY_SIMPLEX, scale, color, 1, cv::LINE_AA);
}

// A line of a tile, smaller where it would not fit.
void WriteInTile(cv::Mat* sheet, const std::string& text, int x, int y, const cv::Scalar& color) {
  constexpr double kScale = 0.4;
  constexpr int kMargin = 4;
  int baseline = 0;
  const int width = cv::getTextSize(text, cv::FONT_HERSHEY_SIMPLEX, kScale, 1, &baseline).width;
  const double fitting = static_cast<double>(kTileWidth - 2 * kMargin) / std::max(1, width);
  Write(sheet, text, x + kMargin, y, color, kScale * std::min(1.0, fitting));
}

void DrawTile(cv::Mat* sheet, const FindingSummary& finding, int x, int y) {
  cv::Mat picture = cv::imread((finding.directory / "image.png").string(), cv::IMREAD_COLOR);
  if (!picture.empty()) {
    const int edge = std::max(picture.rows, picture.cols);
    const double scale = static_cast<double>(kPicture) / edge;
    // A picture much wider than high, or the other way round, still has a pixel of height.
    const cv::Size size(std::max(1, cvRound(picture.cols * scale)),
                        std::max(1, cvRound(picture.rows * scale)));
    cv::resize(picture, picture, size, 0, 0, scale > 1 ? cv::INTER_NEAREST : cv::INTER_AREA);
    picture.copyTo((*sheet)({x + (kTileWidth - picture.cols) / 2, y, picture.cols, picture.rows}));
  }
  const LabelLines lines = LabelsInLines(finding);
  WriteInTile(sheet, lines.reference, x, y + kPicture + 16, kReferenceInk);
  WriteInTile(sheet, lines.candidate, x, y + kPicture + 32, kCandidateInk);
}

}  // namespace

void WriteContactSheet(const CampaignResult& result, const std::filesystem::path& file) {
  const auto shown = result.Typical(kTiles);
  const int rows = (static_cast<int>(shown.size()) + kColumns - 1) / kColumns;
  const int columns = std::min(kColumns, static_cast<int>(shown.size()));
  cv::Mat sheet(kHeader + rows * kTileHeight, std::max(columns, 4) * kTileWidth, CV_8UC3,
                cv::Scalar::all(255));
  Write(&sheet,
        fmt::format("{}, {}{}", Counted(result.findings.size(), "finding"),
                    Counted(result.Signatures().size(), "signature"),
                    result.single ? "" : "; R reference, C candidate"),
        6, 19, kInk, 0.5);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const int index = static_cast<int>(i);
    DrawTile(&sheet, shown[i], index % kColumns * kTileWidth,
             kHeader + index / kColumns * kTileHeight);
  }
  bool written = false;
  try {
    written = cv::imwrite(file.string(), sheet);
  } catch (const cv::Exception&) {
    written = false;
  }
  if (!written) throw Error(ErrorKind::kIo, "cannot write " + file.string());
}

}  // namespace latentfuzz
