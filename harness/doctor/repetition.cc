#include <fmt/format.h>

#include "latentfuzz/harness/doctor/checks.h"
#include "latentfuzz/harness/doctor/compare_scores.h"

namespace latentfuzz {

Next CheckRepetition(const Patient& patient, Chart* chart) {
  const ImageBatch sample = patient.Sample();
  const ScoreBatch first = patient.model.Predict(sample);
  const double difference = CompareScores(first, patient.model.Predict(sample)).probability;
  if (difference <= kHarmless) return Next::kCheck;
  chart->Problem(
      fmt::format("{} gives other scores to the same images when asked again: probabilities differ "
                  "by up to {:.2g}; switch dropout and other randomness off: export it after "
                  "model.eval()",
                  patient.model.uri(), difference));
  return Next::kStop;
}

}  // namespace latentfuzz
