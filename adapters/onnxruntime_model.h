// ONNX files in ONNX Runtime.
#pragma once

#include <memory>

#include "latentfuzz/adapters/loaded_model.h"

namespace latentfuzz {

// The model that an onnxruntime: URI names, on the CPU. Options: threads=N (default: as many as
// Torch uses), optimize=none|basic|all, provider=cpu. Where optimize is not given,
// Passes::kAsShipped asks for no graph optimisation, and Passes::kFastest for the highest level
// whose answers agree with it. Completes the card. Throws Error{kSetup}, also where LatentFuzz was
// built without ONNX Runtime.
std::unique_ptr<LoadedModel> LoadOnnxRuntime(const ModelSource& source, ModelCard* card,
                                             Passes passes);

}  // namespace latentfuzz
