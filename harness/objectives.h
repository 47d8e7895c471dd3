// The objectives that strategies minimise, by name.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/harness/judgement.h"

namespace latentfuzz {

// One objective. Lower is better; NaN where it has no value: a row that is not
// finite, or an expected label that is not known.
class Objective {
 public:
  virtual ~Objective() = default;
  // Whether it looks at images at all; those it is shown then may be features (Features::Of).
  virtual bool compares_images() const { return false; }
  // One value an evaluation.
  virtual std::vector<double> Score(const ImageBatch& images,
                                    std::span<const Judgement> judgements) const = 0;
  // Shown the real images before the first batch, also of a resumed campaign; not called where
  // there are none.
  virtual void Prepare(const ImageBatch& /*real*/) {}
  // Shown each triggering image before Score of its batch: a trigger belongs to the triggers found
  // so far, and is worth no second visit.
  virtual void Learn(std::span<const float> /*image*/) {}
  virtual std::string Save() const { return {}; }
  virtual void Load(std::string_view /*state*/) {}
};

struct ObjectiveEntry {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Objective> (*make)();
};

std::span<const ObjectiveEntry> ObjectiveTable();

// Throws Error{kUsage} for an unknown name, listing the known ones.
std::unique_ptr<Objective> MakeObjective(std::string_view name);

}  // namespace latentfuzz
