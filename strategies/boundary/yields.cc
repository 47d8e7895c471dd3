#include "latentfuzz/strategies/boundary/yields.h"

#include <algorithm>

namespace latentfuzz {
namespace {

constexpr double kEnough = 50;  // evaluations of a stage before it is judged

}  // namespace

void StageYields::Learn(std::size_t stage, bool finding) {
  evaluations_[stage] += 1;
  findings_[stage] += finding ? 1 : 0;
}

double StageYields::Index(std::size_t stage) const {
  if (stage >= kStages) return 0;
  if (evaluations_[stage] < kEnough) return 1;
  double best = 0, evaluations = 0, findings = 0;
  for (std::size_t i = stage; i < kStages && evaluations_[i] > 0; ++i) {
    evaluations += evaluations_[i];
    findings += findings_[i];
    best = std::max(best, findings / evaluations);
  }
  return best;
}

bool StageYields::WorthGoingOn(std::size_t stage) const {
  return stage < kStages && Index(stage) >= Index(0);
}

}  // namespace latentfuzz
