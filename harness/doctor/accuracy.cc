#include <fmt/format.h>

#include "latentfuzz/harness/doctor/checks.h"
#include "latentfuzz/harness/preflight.h"

namespace latentfuzz {

void CheckAccuracy(const Patient& patient, Chart* chart) {
  if (patient.labels.empty()) return;
  chart->Say("accuracy",
             fmt::format("{:.2f} % of {}", 100 * Accuracy(patient.scores, patient.labels),
                         patient.labels.size()));
}

}  // namespace latentfuzz
