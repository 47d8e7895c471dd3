// How far apart two score batches of the same images are.
#pragma once

#include <cstddef>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/base/batch.h"

namespace latentfuzz {

struct ScoreDifference {
  double score = 0;        // largest difference of a score as returned; NaN does not count
  double probability = 0;  // ... of a probability
  std::size_t labels = 0;  // rows whose labels differ
};

// REQUIRES: as many rows and classes in both.
ScoreDifference CompareScores(const ScoreBatch& a, const ScoreBatch& b);

}  // namespace latentfuzz
