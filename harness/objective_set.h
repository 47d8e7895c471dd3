// The objectives of one strategy, side by side.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "latentfuzz/harness/evaluated_batch.h"
#include "latentfuzz/harness/features.h"
#include "latentfuzz/harness/objectives.h"

namespace latentfuzz {

class ObjectiveSet {
 public:
  // Shows each the real images, where there are some (`real` may be null). Images are compared by
  // their pixels, or by their `features`. Throws Error{kUsage} for an unknown name, and what the
  // model of the features throws.
  ObjectiveSet(std::span<const std::string> names, const ImageBatch* real,
               std::optional<Features> features = {});

  // Learns the batch's triggers, then scores all rows: row-major [n, objectives].
  std::vector<double> LearnAndScore(const EvaluatedBatch& batch,
                                    std::span<const Judgement> judgements);

  // By name.
  std::map<std::string, std::string> Save() const;
  void Load(const std::map<std::string, std::string>& states);

 private:
  bool ComparesImages() const;
  // The images, or their features, which `storage` then holds.
  const ImageBatch& Compared(const ImageBatch& images, ImageBatch* storage) const;

  std::optional<Features> features_;  // none: pixels, or nothing to compare
  std::vector<std::pair<std::string, std::unique_ptr<Objective>>> objectives_;
};

}  // namespace latentfuzz
