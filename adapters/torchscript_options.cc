#include "latentfuzz/adapters/torchscript_options.h"

#include <fmt/format.h>

#include <charconv>

#include "latentfuzz/base/error.h"

namespace latentfuzz {

TorchScriptOptions ReadTorchScriptOptions(const ModelUri& uri, Passes passes,
                                          const ModelCard& card) {
  TorchScriptOptions options;
  options.passes = uri.Number("optimize", 0, 1, 1) == 0 ? Passes::kAsShipped : passes;
  options.threads = uri.Number("threads", 1, 1024, 0);
  options.qengine = card.qengine;
  options.settings = card.decode;
  for (const auto& [key, value] : uri.options) {
    if (key == "device") options.device = value;
    if (key == "qengine") options.qengine = value;
  }
  return options;
}

void OverrideSettings(const ModelUri& uri, ModelCard* card) {
  for (const char* name : {"steps", "guidance"}) {
    const auto option = uri.options.find(name);
    if (option == uri.options.end()) continue;
    const std::string& text = option->second;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
      throw Error(ErrorKind::kUsage, fmt::format("{}: {}={} is no number", uri.path, name, text),
                  fmt::format("for instance {}=4", name));
    if (!card->decode.contains(name))
      throw Error(ErrorKind::kUsage, fmt::format("{}: the model has no setting {}", uri.path, name),
                  fmt::format("remove it, or name {} under [decode] of the card", name));
    card->decode[name] = value;
  }
}

}  // namespace latentfuzz
