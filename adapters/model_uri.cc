#include "latentfuzz/adapters/model_uri.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <vector>

#include "latentfuzz/adapters/nearest_name.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

using Names = std::vector<std::string_view>;

struct Scheme {
  std::string_view name;
  Names endings;
  Names options;
};

const std::vector<Scheme>& Schemes() {
  static const Names kTorchOptions{"card",    "device", "guidance", "optimize",
                                   "qengine", "steps",  "threads"};
  static const std::vector<Scheme> kSchemes{
      {"torchscript", {".pt", ".pts", ".torchscript"}, kTorchOptions},
      {"zoo", {}, kTorchOptions},
      {"onnxruntime", {".onnx"}, {"card", "optimize", "provider", "threads"}},
      {"opencv",
       {},
       {"backend", "calibration", "card", "optimize", "quantize", "threads", "winograd"}},
      {"process", {}, {"card", "cwd", "restarts", "timeout"}},
      {"kserve", {}, {"batch", "binary", "ca", "card", "header", "retries", "timeout", "token"}},
  };
  return kSchemes;
}

Names KnownSchemes() {
  Names names;
  for (const Scheme& scheme : Schemes()) names.push_back(scheme.name);
  return names;
}

// The part before the first ':' if it can be a scheme's name; empty for a bare path.
std::string_view SchemePart(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon < 2) return {};
  const std::string_view part = text.substr(0, colon);
  const bool name = std::all_of(part.begin(), part.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '+';
  });
  return name ? part : std::string_view();
}

const Scheme& SchemeByName(std::string_view name, std::string_view text) {
  for (const Scheme& scheme : Schemes())
    if (scheme.name == name) return scheme;
  throw Error(ErrorKind::kUsage, fmt::format("{}: unknown scheme {}:", text, name),
              SuggestName(name, KnownSchemes()));
}

const Scheme& SchemeByEnding(std::string_view path, std::string_view text) {
  const std::string ending = std::filesystem::path(path).extension().string();
  Names known;
  for (const Scheme& scheme : Schemes()) {
    if (std::find(scheme.endings.begin(), scheme.endings.end(), ending) != scheme.endings.end())
      return scheme;
    std::copy(scheme.endings.begin(), scheme.endings.end(), std::back_inserter(known));
  }
  throw Error(
      ErrorKind::kUsage, fmt::format("{}: no adapter owns the ending \"{}\"", text, ending),
      fmt::format("write SCHEME:PATH, or use one of the endings {}", fmt::join(known, ", ")));
}

void ParseOption(std::string_view option, std::string_view text, const Scheme& scheme,
                 std::map<std::string, std::string>* options) {
  const std::size_t equals = option.find('=');
  if (equals == 0 || equals == std::string_view::npos || equals + 1 == option.size())
    throw Error(ErrorKind::kUsage, fmt::format("{}: malformed option \"{}\"", text, option),
                "write ?key=value&key=value");
  const std::string_view key = option.substr(0, equals);
  if (std::find(scheme.options.begin(), scheme.options.end(), key) == scheme.options.end())
    throw Error(ErrorKind::kUsage, fmt::format("{}: unknown option {}", text, key),
                SuggestName(key, scheme.options));
  if (!options->emplace(key, option.substr(equals + 1)).second)
    throw Error(ErrorKind::kUsage, fmt::format("{}: option {} is given twice", text, key),
                "leave one of them out");
}

void ParseOptions(std::string_view query, std::string_view text, const Scheme& scheme,
                  std::map<std::string, std::string>* options) {
  for (std::size_t begin = 0; begin <= query.size();) {
    const std::size_t end = std::min(query.find('&', begin), query.size());
    ParseOption(query.substr(begin, end - begin), text, scheme, options);
    begin = end + 1;
  }
}

}  // namespace

ModelUri ModelUri::Parse(std::string_view text) {
  const std::size_t question = text.rfind('?');
  const std::string_view location = text.substr(0, question);
  const std::string_view named = SchemePart(location);
  const std::string_view path = named.empty() ? location : location.substr(named.size() + 1);
  if (path.empty())
    throw Error(ErrorKind::kUsage, fmt::format("\"{}\" names no model", text),
                "write zoo:NAME, SCHEME:PATH or a path");
  const Scheme& scheme = named.empty() ? SchemeByEnding(path, text) : SchemeByName(named, text);
  ModelUri uri;
  uri.scheme = scheme.name;
  uri.path = path;
  if (question != std::string_view::npos)
    ParseOptions(text.substr(question + 1), text, scheme, &uri.options);
  return uri;
}

bool ModelUri::Takes(std::string_view option) const {
  const Names& known = SchemeByName(scheme, scheme).options;
  return std::find(known.begin(), known.end(), option) != known.end();
}

std::string ModelUri::ToString() const {
  std::string text = scheme + ":" + path;
  char separator = '?';
  for (const auto& [key, value] : options) {
    text += fmt::format("{}{}={}", separator, key, value);
    separator = '&';
  }
  return text;
}

std::string ModelUri::Text(const std::string& option) const {
  const auto given = options.find(option);
  return given == options.end() ? std::string() : given->second;
}

int ModelUri::Number(const std::string& option, int least, int most, int otherwise) const {
  const auto given = options.find(option);
  if (given == options.end()) return otherwise;
  int number = 0;
  const char* end = given->second.data() + given->second.size();
  const auto [stop, error] = std::from_chars(given->second.data(), end, number);
  if (error != std::errc() || stop != end || number < least || number > most)
    throw Error(ErrorKind::kUsage,
                fmt::format("{}: option {}={} is no number from {} to {}", ToString(), option,
                            given->second, least, most),
                "correct the option");
  return number;
}

std::string_view ModelUri::Word(const std::string& option, std::span<const std::string_view> words,
                                std::string_view otherwise) const {
  const auto given = options.find(option);
  if (given == options.end()) return otherwise;
  const auto word = std::find(words.begin(), words.end(), given->second);
  if (word == words.end())
    throw Error(ErrorKind::kUsage,
                fmt::format("{}: unknown value {}={}", ToString(), option, given->second),
                SuggestName(given->second, words));
  return *word;
}

}  // namespace latentfuzz
