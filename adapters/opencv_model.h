// ONNX files in OpenCV's DNN module: a second engine for the same file.
#pragma once

#include <memory>

#include "latentfuzz/adapters/loaded_model.h"

namespace latentfuzz {

// The model that an opencv: URI names. Options: threads=N (default: as many as Torch uses),
// backend=opencv|openvino|cuda, optimize=none|all (fusion of layers), winograd=0|1 (OpenCV 4.7 and
// newer), quantize=1 (int8, by OpenCV itself, calibrated with images under [data] of the card,
// which count in the fingerprint). Where optimize is not given, Passes::kAsShipped asks for none,
// and Passes::kFastest for fusion if the answers agree. Completes the card. Throws Error{kSetup},
// also for a conditional generator, as OpenCV takes no labels.
std::unique_ptr<LoadedModel> LoadOpenCv(const ModelSource& source, ModelCard* card, Passes passes);

}  // namespace latentfuzz
