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

std::string Verdict(char who, const std::string& name, double confidence) {
  return name.empty() ? fmt::format("{}: not finite", who)
                      : fmt::format("{}: {} {:.0f}%", who, name, 100 * confidence);
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
  Write(sheet, Verdict('R', finding.reference_name, finding.reference_confidence), x + 4,
        y + kPicture + 16, kReferenceInk, 0.4);
  Write(sheet, Verdict('C', finding.candidate_name, finding.candidate_confidence), x + 4,
        y + kPicture + 32, kCandidateInk, 0.4);
}

}  // namespace

void WriteContactSheet(const CampaignResult& result, const std::filesystem::path& file) {
  const auto shown = result.Typical(kTiles);
  const int rows = (static_cast<int>(shown.size()) + kColumns - 1) / kColumns;
  const int columns = std::min(kColumns, static_cast<int>(shown.size()));
  cv::Mat sheet(kHeader + rows * kTileHeight, std::max(columns, 4) * kTileWidth, CV_8UC3,
                cv::Scalar::all(255));
  Write(&sheet,
        fmt::format("{}, {}; R reference, C candidate", Counted(result.findings.size(), "finding"),
                    Counted(result.Signatures().size(), "signature")),
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
