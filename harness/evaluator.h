// Decode and classify: one pass of data, always in batches of one size.
#pragma once

#include <cstddef>
#include <span>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/harness/evaluated_batch.h"
#include "latentfuzz/harness/target.h"

namespace latentfuzz {

// Not thread-safe. Borrows the models.
class Evaluator {
 public:
  // Every call to the models gets exactly `batch_size` rows: a short batch is padded with copies
  // of its last row, so that no engine ever sees another shape (an engine's numbers may depend
  // on it).
  Evaluator(ModelSet models, std::size_t batch_size);

  // Any number of latents, in chunks of the batch size. What a classifier ought to say of each is
  // `expected` ([n], or empty), else the label asked of the generator; one that the classifiers
  // have no class for is not known. Throws what the adapters throw, and Error{kSetup} where a model
  // returns another number of rows.
  EvaluatedBatch Evaluate(const LatentBatch& latents, std::span<const int> expected = {});
  // The same for images that are already there.
  EvaluatedBatch Classify(const ImageBatch& images, std::span<const int> expected = {});

  std::size_t batch_size() const { return batch_size_; }

 private:
  ModelSet models_;
  std::size_t batch_size_;
};

}  // namespace latentfuzz
