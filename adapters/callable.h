// Any C++ function as a classifier.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "latentfuzz/adapters/classifier.h"

namespace latentfuzz {

using PredictFunction = std::function<ScoreBatch(const ImageBatch&)>;

// Images reach `function` in the card's pixel format. `version` stands in for the hash of the
// weights, which a function does not have: change it whenever the function's answers change.
// Throws Error{kUsage} if the card has no score kind or class names.
std::unique_ptr<Classifier> MakeCallableClassifier(std::string name, std::string version,
                                                   ModelCard card, PredictFunction function);

}  // namespace latentfuzz
