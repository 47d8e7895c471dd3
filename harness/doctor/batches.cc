#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "latentfuzz/harness/doctor/checks.h"
#include "latentfuzz/harness/doctor/compare_scores.h"
#include "latentfuzz/harness/in_chunks.h"

namespace latentfuzz {
namespace {

ImageBatch Reversed(const ImageBatch& images) {
  ImageBatch reversed;
  reversed.shape = images.shape;
  for (std::size_t i = images.size(); i-- > 0;) reversed.Append(images.image(i));
  return reversed;
}

ScoreBatch Reversed(const ScoreBatch& scores) {
  ScoreBatch reversed = scores;
  for (std::size_t i = 0; i < scores.size(); ++i)
    std::ranges::copy(scores.row(i), reversed.row(scores.size() - 1 - i).begin());
  return reversed;
}

struct Fault {
  std::string_view what, remedy;
};

constexpr Fault kPlace{"depend on its place in the batch",
                       "let row i of the output be that of image i, whatever the others are"};
constexpr Fault kCompany{
    "depend on the other images in the batch",
    "it may normalise by statistics of the batch: export it after model.eval(), or set batch = 1 "
    "under [input] of the card if it is meant for one image at a time"};

}  // namespace

Next CheckBatches(const Patient& patient, Chart* chart) {
  const ImageBatch sample = patient.Sample();
  const ScoreBatch together = patient.model.Predict(sample);
  const double by_place =
      CompareScores(together, Reversed(patient.model.Predict(Reversed(sample)))).probability;
  double by_company = 0;
  for (const std::size_t size : {std::size_t{1}, std::size_t{7}})
    by_company =
        std::max(by_company,
                 CompareScores(together, PredictInChunks(patient.model, sample, size)).probability);
  const double worst = std::max(by_place, by_company);
  if (worst <= kHarmless) return Next::kCheck;
  const Fault& fault = by_place > kHarmless ? kPlace : kCompany;
  chart->Problem(
      fmt::format("{}: the scores of an image {} (probabilities differ by up to {:.2g}); {}",
                  patient.model.uri(), fault.what, worst, fault.remedy));
  return Next::kStop;
}

}  // namespace latentfuzz
