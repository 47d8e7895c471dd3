#include <fmt/format.h>

#include "latentfuzz/adapters/model_uri.h"
#include "latentfuzz/harness/doctor/checks.h"
#include "latentfuzz/harness/doctor/compare_scores.h"
#include "latentfuzz/harness/preflight.h"

namespace latentfuzz {
namespace {

std::string WithOption(const std::string& uri, const std::string& option) {
  return uri + (uri.find('?') == std::string::npos ? "?" : "&") + option;
}

}  // namespace

Next CheckNoise(const Patient& patient, Chart* chart) {
  Classifier& model = patient.model;
  const ImageBatch probe = patient.Sample();
  const ScoreBatch base = model.Predict(probe);
  const auto say = [&](const char* what, const ScoreBatch& other) {
    const ScoreDifference noise = CompareScores(base, other);
    chart->Say(what, fmt::format("probabilities differ by at most {:.2g}, {} labels of {}",
                                 noise.probability, noise.labels, probe.size()));
    if (noise.probability > kMostNoise)
      chart->Problem(
          fmt::format("{} is another model then ({}): its labels mean little", model.uri(), what));
  };
  say("noise: batch 1", PredictInChunks(model, probe, 1));
  const auto shipped = OpenClassifier(model.uri(), {Passes::kAsShipped, ""});
  say("noise: as shipped", PredictInChunks(*shipped, probe, 1));
  if (!ModelUri::Parse(model.uri()).Takes("threads")) return Next::kCheck;
  const int threads = model.engine().threads == 1 ? 2 : 1;
  const auto threaded = OpenClassifier(WithOption(model.uri(), fmt::format("threads={}", threads)));
  say(threads == 1 ? "noise: 1 thread" : "noise: 2 threads", threaded->Predict(probe));
  return Next::kCheck;
}

}  // namespace latentfuzz
