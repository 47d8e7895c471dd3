// What a batch of latents became.
#pragma once

#include <vector>

#include "latentfuzz/base/batch.h"

namespace latentfuzz {

// All have one row a latent.
struct EvaluatedBatch {
  ImageBatch images;
  ScoreBatch reference;       // as returned; empty where a single classifier is under test
  ScoreBatch candidate;       // as returned
  std::vector<int> expected;  // what a classifier ought to say, [0, classes); kNoLabel: not known
};

}  // namespace latentfuzz
