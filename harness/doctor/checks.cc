#include "latentfuzz/harness/doctor/checks.h"

#include <algorithm>

namespace latentfuzz {
namespace {

constexpr std::size_t kSample = 64;

constexpr Check kChecks[] = {{CheckScores},  {CheckAccuracy},      {CheckRepetition},
                             {CheckBatches}, {CheckPreprocessing}, {CheckNoise}};

}  // namespace

ImageBatch Patient::Sample() const { return images.Slice(0, std::min(kSample, images.size())); }

std::span<const Check> AllChecks() { return kChecks; }

}  // namespace latentfuzz
