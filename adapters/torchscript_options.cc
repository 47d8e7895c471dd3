#include "latentfuzz/adapters/torchscript_options.h"

namespace latentfuzz {

TorchScriptOptions ReadTorchScriptOptions(const ModelUri& uri, Passes passes,
                                          const ModelCard& card) {
  TorchScriptOptions options;
  options.passes = uri.Number("optimize", 0, 1, 1) == 0 ? Passes::kAsShipped : passes;
  options.threads = uri.Number("threads", 1, 1024, 0);
  options.qengine = card.qengine;
  for (const auto& [key, value] : uri.options) {
    if (key == "device") options.device = value;
    if (key == "qengine") options.qengine = value;
  }
  return options;
}

}  // namespace latentfuzz
