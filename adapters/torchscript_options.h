// The options of a torchscript: or zoo: URI.
#pragma once

#include <map>
#include <string>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/model_card.h"
#include "latentfuzz/adapters/model_uri.h"

namespace latentfuzz {

struct TorchScriptOptions {
  Passes passes = Passes::kFastest;
  std::string device = "cpu";
  std::string qengine;                       // empty = the engine's default
  int threads = 0;                           // 0 = as many as Torch has when the model is opened
  std::map<std::string, double> settings{};  // [decode] of the card
};

// Options of `uri` (threads=N, device=D, qengine=Q, optimize=0 for no passes), over `passes` and
// those of the card. Throws Error{kUsage} for a malformed value.
TorchScriptOptions ReadTorchScriptOptions(const ModelUri& uri, Passes passes,
                                          const ModelCard& card);

// The options steps and guidance of `uri` take the place of those settings under [decode] of the
// card. Throws Error{kUsage} where one is no number, or the card has no such setting.
void OverrideSettings(const ModelUri& uri, ModelCard* card);

}  // namespace latentfuzz
