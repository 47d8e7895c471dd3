#include <fmt/format.h>

#include "latentfuzz/harness/doctor/checks.h"
#include "latentfuzz/harness/preflight.h"

namespace latentfuzz {

Next CheckAccuracy(const Patient& patient, Chart* chart) {
  if (patient.labels.empty()) return Next::kCheck;
  chart->Say("accuracy",
             fmt::format("{:.2f} % of {}", 100 * Accuracy(patient.scores, patient.labels),
                         patient.labels.size()));
  return Next::kCheck;
}

}  // namespace latentfuzz
