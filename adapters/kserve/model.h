// Models behind a server of the Open Inference Protocol, version 2, over HTTP: NVIDIA Triton,
// KServe, MLServer, TorchServe, OpenVINO Model Server.
#pragma once

#include <memory>

#include "latentfuzz/adapters/loaded_model.h"

namespace latentfuzz {

// The model that a kserve: URI leads to. Options: batch=N, most rows in one request (0 = as the
// server says, else any), timeout=SECONDS of one attempt, retries=N after the first attempt,
// binary=auto|on|off (auto: where the server names the extension), token=VARIABLE, the environment
// variable that holds a bearer token (default LATENTFUZZ_KSERVE_TOKEN, where it is set),
// header=NAME:VALUE, sent with every request, ca=FILE of certificates to trust, in PEM.
//
// Waits for a model that is not ready as long as retries last. Holds the card against the model's
// metadata and completes it. A server does not show its weights: the model's identity is its URL
// and its metadata, versions among them. Throws Error{kUsage} for the URI, Error{kIo} where the
// server cannot be reached or answers no whole reply in time, and Error{kSetup} for what it
// answers: no such model, not ready, a failure, tensors that the card contradicts.
std::unique_ptr<LoadedModel> LoadKserve(const ModelSource& source, ModelCard* card, Passes passes);

}  // namespace latentfuzz
