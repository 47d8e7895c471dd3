// Models that return the classes they hold most likely, and not a score for every class.
#pragma once

#include <cstddef>
#include <string>

#include "latentfuzz/adapters/loaded_model.h"
#include "latentfuzz/base/batch.h"

namespace latentfuzz {

// A row of all `classes` from probabilities [n, k] and the indices of their classes (from 0). Each
// class that is not among them gets an equal share of what is left to 1, but no more than the least
// that is. Throws Error{kSetup}, its message beginning with `model`, where there are not as many
// indices as probabilities, or one is no class or stands twice in a row.
ScoreBatch ExpandTopK(const TensorValues& top, std::size_t classes, const std::string& model);

}  // namespace latentfuzz
