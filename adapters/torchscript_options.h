// The options of a torchscript: or zoo: URI.
#pragma once

#include <string>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/adapters/model_uri.h"

namespace latentfuzz {

struct TorchScriptOptions {
  Passes passes = Passes::kFastest;
  std::string device = "cpu";
  std::string qengine;  // empty = the engine's default
  int threads = 0;      // 0 = as many as Torch has when the model is opened
};

// Options of `uri` (threads=N, device=D, qengine=Q, optimize=0 for no passes), over `passes` and
// those of the card. Throws Error{kUsage} for a malformed value.
TorchScriptOptions ReadTorchScriptOptions(const ModelUri& uri, Passes passes,
                                          const ModelCard& card);

}  // namespace latentfuzz
