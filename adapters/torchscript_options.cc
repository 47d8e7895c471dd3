#include "latentfuzz/adapters/torchscript_options.h"

#include <fmt/format.h>

#include <charconv>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

int WholeNumber(const ModelUri& uri, const std::string& key, const std::string& value, int least,
                int most) {
  int number = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc() || stop != end || number < least || number > most)
    throw Error(ErrorKind::kUsage,
                fmt::format("{}: option {}={} is no number from {} to {}", uri.ToString(), key,
                            value, least, most),
                "correct the option");
  return number;
}

}  // namespace

TorchScriptOptions ReadTorchScriptOptions(const ModelUri& uri, const OpenOptions& open,
                                          const ModelCard& card) {
  TorchScriptOptions options;
  options.passes = open.passes;
  options.qengine = card.qengine;
  for (const auto& [key, value] : uri.options) {
    if (key == "threads") options.threads = WholeNumber(uri, key, value, 1, 1024);
    if (key == "optimize" && WholeNumber(uri, key, value, 0, 1) == 0)
      options.passes = Passes::kAsShipped;
    if (key == "device") options.device = value;
    if (key == "qengine") options.qengine = value;
  }
  return options;
}

}  // namespace latentfuzz
