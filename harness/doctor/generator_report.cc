#include "latentfuzz/harness/doctor/generator_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "latentfuzz/adapters/png.h"
#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/in_chunks.h"
#include "latentfuzz/harness/preflight.h"
#include "latentfuzz/training/sample_quality.h"

namespace latentfuzz {
namespace {

constexpr std::size_t kDraws = 1000;
constexpr std::size_t kEncoded = 1000;
constexpr std::size_t kBatch = 250;
constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kColumns = 20, kMostRows = 16;
constexpr std::size_t kLeastRows = 4;  // of features, to tell precision and recall

using Clock = std::chrono::steady_clock;

std::size_t Duplicates(const ImageBatch& images) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const std::vector<std::uint8_t> bytes = ToBytes(images.image(i));
    seen.emplace(bytes.begin(), bytes.end());
  }
  return images.size() - seen.size();
}

// "5.10 (4.2 to 6.1)": median, and where 90 % lie.
std::string Norms(const LatentBatch& latents) {
  std::vector<double> norms;
  for (std::size_t i = 0; i < latents.size(); ++i) {
    const auto z = latents.row(i);
    norms.push_back(std::sqrt(std::inner_product(z.begin(), z.end(), z.begin(), 0.0)));
  }
  std::sort(norms.begin(), norms.end());
  const auto at = [&](std::size_t percent) { return norms[norms.size() * percent / 100]; };
  return fmt::format("{:.2f} ({:.2f} to {:.2f})", at(50), at(5), at(95));
}

double RmsError(const ImageBatch& a, const ImageBatch& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    const double error = static_cast<double>(a.values[i]) - static_cast<double>(b.values[i]);
    sum += error * error;
  }
  return std::sqrt(sum / static_cast<double>(a.values.size()));
}

std::string Share(double share, std::size_t count) {
  return fmt::format("{:.1f} % of {}", 100 * share, count);
}

void WriteSheet(const ImageBatch& images, std::size_t classes, const std::filesystem::path& path) {
  // Draws are of all classes in turn.
  const std::size_t rows = classes > 0 ? std::min(classes, kMostRows) : kMostRows / 2;
  const auto index = [&](std::size_t row, std::size_t column) {
    return classes > 0 ? column * classes + row : row * kColumns + column;
  };
  ImageShape shape = images.shape;
  shape.height *= static_cast<int>(rows);
  shape.width *= static_cast<int>(kColumns);
  std::vector<float> sheet(shape.pixels());
  const auto width = static_cast<std::size_t>(images.shape.width);
  const auto lines = static_cast<std::size_t>(images.shape.height);
  for (std::size_t at = 0; at < sheet.size(); at += width) {
    const std::size_t line = at / (width * kColumns), column = at / width % kColumns;
    const std::size_t channel = line / (lines * rows), y = line % (lines * rows);
    const std::size_t image = index(y / lines, column);
    if (image >= images.size()) continue;
    const auto pixels = images.image(image).subspan((channel * lines + y % lines) * width, width);
    std::copy(pixels.begin(), pixels.end(), sheet.begin() + static_cast<std::ptrdiff_t>(at));
  }
  std::ofstream file(path, std::ios::binary);
  file << EncodePng(sheet, shape) << std::flush;
  if (!file) throw Error(ErrorKind::kIo, path.string() + ": cannot be written", "check --sheet");
}

class Report {
 public:
  Report(const GeneratorPatient& patient, Chart* chart) : patient_(patient), chart_(chart) {}

  void Run(const std::filesystem::path& sheet) {
    Draw();
    if (patient_.judge != nullptr) Judge();
    if (patient_.model.can_encode() && !patient_.labels.empty()) Reconstruct();
    if (sheet.empty()) return;
    WriteSheet(drawn_, patient_.model.card().latent_classes.size(), sheet);
    chart_->Say("sheet", sheet.string());
  }

 private:
  bool conditional() const { return !patient_.model.card().latent_classes.empty(); }

  void Draw() {
    latents_ = DrawPrior(patient_.model.card(), kDraws, kSeed);
    const auto start = Clock::now();
    drawn_ = DecodeInChunks(patient_.model, latents_, kBatch);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    chart_->Say("decodes in", fmt::format("{:.3f} ms an image, in batches of {}",
                                          1000 * seconds / static_cast<double>(kDraws), kBatch));
    chart_->Say("duplicates", fmt::format("{} of {} draws", Duplicates(drawn_), kDraws));
  }

  void Judge() {
    const ScoreBatch scores = PredictInChunks(*patient_.judge, drawn_, kBatch);
    if (conditional()) {
      chart_->Say("viable seeds", Share(Accuracy(scores, latents_.labels), kDraws) +
                                      " draws are seen as their class");
    }
    const std::size_t count = std::min(kDraws, patient_.images.size());
    if (count < kLeastRows) return;
    const ScoreBatch real =
        PredictInChunks(*patient_.judge, patient_.images.Slice(0, count), kBatch);
    const training::PrecisionRecall found = training::MeasurePrecisionRecall(
        {real.values, real.classes}, {scores.values, scores.classes});
    chart_->Say("precision", Share(found.precision, kDraws) + " draws lie among real images");
    chart_->Say("recall", Share(found.recall, count) + " real images lie among draws");
  }

  void Reconstruct() {
    const std::size_t count = std::min(kEncoded, patient_.images.size());
    const ImageBatch images = patient_.images.Slice(0, count);
    const std::vector<int> labels(patient_.labels.begin(),
                                  patient_.labels.begin() + static_cast<std::ptrdiff_t>(count));
    const LatentBatch latents = EncodeInChunks(patient_.model, images, labels, kBatch);
    const ImageBatch decoded = DecodeInChunks(patient_.model, latents, kBatch);
    if (patient_.judge != nullptr) {
      const ScoreBatch scores = PredictInChunks(*patient_.judge, decoded, kBatch);
      chart_->Say("viable encodings",
                  Share(Accuracy(scores, labels), count) + " real images keep their class");
    }
    chart_->Say("reconstruction error", fmt::format("{:.4f} RMS", RmsError(images, decoded)));
    chart_->Say("norms of encodings", Norms(latents));
    chart_->Say("norms of the prior", Norms(latents_));
  }

  const GeneratorPatient& patient_;
  Chart* chart_;
  LatentBatch latents_;
  ImageBatch drawn_;
};

}  // namespace

void ReportGenerator(const GeneratorPatient& patient, const std::filesystem::path& sheet,
                     Chart* chart) {
  Report(patient, chart).Run(sheet);
}

}  // namespace latentfuzz
