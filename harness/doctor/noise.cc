#include <fmt/format.h>

#include "latentfuzz/adapters/model_uri.h"
#include "latentfuzz/adapters/process/command.h"
#include "latentfuzz/harness/doctor/checks.h"
#include "latentfuzz/harness/doctor/compare_scores.h"
#include "latentfuzz/harness/in_chunks.h"
#include "latentfuzz/harness/preflight.h"

namespace latentfuzz {
namespace {

std::string WithThreads(ModelUri uri, int threads) {
  uri.options["threads"] = std::to_string(threads);
  return uri.ToString();
}

// The model, as shipped, in a process of its own.
std::string Apart(const Classifier& model, const std::string& program) {
  return fmt::format("process:{} serve {}?card={}", process::QuoteWord(program),
                     process::QuoteWord(model.uri()), model.card().source.string());
}

}  // namespace

Next CheckNoise(const Patient& patient, Chart* chart) {
  Classifier& model = patient.model;
  const std::string card = model.card().source.string();
  const ImageBatch probe = patient.Sample();
  const auto say = [&](const char* what, const ScoreBatch& a, const ScoreBatch& b) {
    const ScoreDifference noise = CompareScores(a, b);
    chart->Say(
        what,
        fmt::format("scores differ by at most {:.2g}, probabilities by {:.2g}, {} labels of {}",
                    noise.score, noise.probability, noise.labels, probe.size()));
    if (noise.probability > kMostNoise)
      chart->Problem(
          fmt::format("{} is another model then ({}): its labels mean little", model.uri(), what));
  };
  const ScoreBatch base = model.Predict(probe);
  say("noise: batch 1", base, PredictInChunks(model, probe, 1));
  const ScoreBatch shipped =
      OpenClassifier(model.uri(), {Passes::kAsShipped, card})->Predict(probe);
  say("noise: as shipped", base, shipped);
  const int threads = model.engine().threads == 1 ? 2 : 1;
  if (const ModelUri uri = ModelUri::Parse(model.uri()); uri.Takes("threads"))
    say(threads == 1 ? "noise: 1 thread" : "noise: 2 threads", base,
        OpenClassifier(WithThreads(uri, threads), {Passes::kFastest, card})->Predict(probe));
  if (!patient.program.empty())
    say("noise: new process", shipped,
        OpenClassifier(Apart(model, patient.program))->Predict(probe));
  return Next::kCheck;
}

}  // namespace latentfuzz
