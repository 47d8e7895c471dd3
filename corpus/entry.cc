#include "latentfuzz/corpus/entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/base/fingerprint.h"
#include "latentfuzz/corpus/safetensors.h"

namespace latentfuzz {
namespace {

using Json = nlohmann::json;
using Metadata = std::map<std::string, std::string>;

constexpr const char* kTensor = "latent";
constexpr const char* kFormat = "latentfuzz-entry-1";

std::string ListText(const std::vector<std::string>& list) {
  return Json(list).dump(-1, ' ', false, Json::error_handler_t::replace);
}

const std::string& Text(const Metadata& metadata, const std::string& key) {
  const auto found = metadata.find(key);
  if (found == metadata.end())
    throw Error(ErrorKind::kData, fmt::format("metadata \"{}\" is missing", key));
  return found->second;
}

template <typename Number>
Number Integer(const Metadata& metadata, const std::string& key) {
  const std::string& text = Text(metadata, key);
  Number number{};
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc() || end != text.data() + text.size())
    throw Error(ErrorKind::kData, fmt::format("metadata \"{}\" is not a number: {}", key, text));
  return number;
}

std::vector<std::string> List(const Metadata& metadata, const std::string& key) {
  const Json list = Json::parse(Text(metadata, key), nullptr, false);
  const bool fits = list.is_array() &&
                    std::ranges::all_of(list, [](const Json& item) { return item.is_string(); });
  if (!fits)
    throw Error(ErrorKind::kData, fmt::format("metadata \"{}\" is not a list of strings", key));
  return list.get<std::vector<std::string>>();
}

Entry FromFile(SafetensorsVector file) {
  const Metadata& metadata = file.metadata;
  if (Text(metadata, "format") != kFormat)
    throw Error(ErrorKind::kData,
                fmt::format("format \"{}\" is not {}", Text(metadata, "format"), kFormat));
  Entry entry;
  entry.label = Integer<int>(metadata, "label");
  if (metadata.contains("expected")) entry.expected = Integer<int>(metadata, "expected");
  entry.seed = Integer<std::uint64_t>(metadata, "seed");
  entry.campaign = Text(metadata, "campaign");
  entry.evaluation = Integer<std::uint64_t>(metadata, "evaluation");
  entry.origin = Text(metadata, "origin");
  entry.parents = List(metadata, "parents");
  entry.mutators = List(metadata, "mutators");
  entry.latent = std::move(file.values);
  if (entry.latent.empty()) throw Error(ErrorKind::kData, "the latent is empty");
  return entry;
}

}  // namespace

std::string Entry::Id() const {
  return Fingerprint()
      .Add(static_cast<std::int64_t>(latent.size()))
      .Add(latent)
      .Add(static_cast<std::int64_t>(label))
      .Hex();
}

std::string EncodeEntry(const Entry& entry) {
  const bool finite =
      std::ranges::all_of(entry.latent, [](float value) { return std::isfinite(value); });
  if (entry.latent.empty() || !finite)
    throw Error(ErrorKind::kData,
                fmt::format("entry of campaign \"{}\", evaluation {}: the latent is empty or not "
                            "finite",
                            entry.campaign, entry.evaluation));
  const std::vector<std::pair<std::string, std::string>> metadata = {
      {"format", kFormat},
      {"label", std::to_string(entry.label)},
      {"expected", std::to_string(entry.expected)},
      {"seed", std::to_string(entry.seed)},
      {"campaign", entry.campaign},
      {"evaluation", std::to_string(entry.evaluation)},
      {"origin", entry.origin},
      {"parents", ListText(entry.parents)},
      {"mutators", ListText(entry.mutators)},
  };
  return EncodeSafetensors(kTensor, entry.latent, metadata);
}

Entry DecodeEntry(const std::string& bytes, const std::filesystem::path& path) {
  try {
    Entry entry = FromFile(DecodeSafetensors(bytes, kTensor));
    if (entry.Id() != path.stem().string())
      throw Error(ErrorKind::kData, "the content does not hash to the file's name");
    return entry;
  } catch (const Error& error) {
    throw Error(ErrorKind::kData, fmt::format("{}: {}", path.string(), error.what()),
                "restore the file from a copy, or move it out of the corpus");
  }
}

}  // namespace latentfuzz
