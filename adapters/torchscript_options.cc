#include "latentfuzz/adapters/torchscript_options.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

// A setting of a generator's decoder that the URI may override.
struct Setting {
  const char* name;
  bool whole;
  double low, high;
};

constexpr Setting kSettings[] = {{"steps", true, 1, 1000}, {"guidance", false, 0, 100}};

double ReadSetting(const Setting& setting, const std::string& text, const ModelUri& uri) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool number = error == std::errc() && end == text.data() + text.size();
  const bool fits = value >= setting.low && value <= setting.high &&
                    (!setting.whole || value == std::floor(value));
  if (number && fits) return value;
  throw Error(ErrorKind::kUsage,
              fmt::format("{}: {}={} is no {} from {} to {}", uri.path, setting.name, text,
                          setting.whole ? "whole number" : "number", setting.low, setting.high),
              fmt::format("for instance {}=4", setting.name));
}

}  // namespace

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
  for (const Setting& setting : kSettings) {
    const auto option = uri.options.find(setting.name);
    if (option == uri.options.end()) continue;
    if (!card->decode.contains(setting.name))
      throw Error(ErrorKind::kUsage,
                  fmt::format("{}: the model has no setting {}", uri.path, setting.name),
                  fmt::format("remove it, or name {} under [decode] of the card", setting.name));
    card->decode[setting.name] = ReadSetting(setting, option->second, uri);
  }
}

}  // namespace latentfuzz
