#include "latentfuzz/corpus/finding.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <type_traits>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/base/fingerprint.h"

namespace latentfuzz {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

constexpr std::array<std::pair<FindingState, std::string_view>, 3> kStateNames = {{
    {FindingState::kOpen, "open"},
    {FindingState::kIncubating, "incubating"},
    {FindingState::kRegression, "regression"},
}};

constexpr std::array<std::pair<double, std::string_view>, 3> kNonfinite = {{
    {std::numeric_limits<double>::quiet_NaN(), "nan"},
    {std::numeric_limits<double>::infinity(), "inf"},
    {-std::numeric_limits<double>::infinity(), "-inf"},
}};

bool Same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

[[noreturn]] void Reject(const std::string& reason) { throw Error(ErrorKind::kData, reason); }

Json ToJson(double value) {
  for (const auto& [number, word] : kNonfinite) {
    if (Same(value, number)) return word;
  }
  return value;
}
Json ToJson(Verdict value) { return ToString(value); }
Json ToJson(const std::string& value) { return value; }
Json ToJson(const std::map<std::string, std::string>& value) { return value; }
Json ToJson(const std::vector<float>& values) {
  Json list = Json::array();
  for (const float value : values) list.push_back(ToJson(static_cast<double>(value)));
  return list;
}
template <typename Integer>
requires std::is_integral_v<Integer> Json ToJson(Integer value) { return value; }

// Each returns false if the JSON value is not of that type or out of its range.
bool FromJson(const Json& json, double& value) {
  for (const auto& [number, word] : kNonfinite) {
    if (json == word) {
      value = number;
      return true;
    }
  }
  if (!json.is_number()) return false;
  value = json.get<double>();
  return std::isfinite(value);
}
bool FromJson(const Json& json, Verdict& value) {
  if (!json.is_string()) return false;
  const auto verdict = ParseVerdict(json.get<std::string>());
  value = verdict.value_or(Verdict::kAgree);
  return verdict.has_value();
}
bool FromJson(const Json& json, std::string& value) {
  if (!json.is_string()) return false;
  value = json.get<std::string>();
  return true;
}
bool FromJson(const Json& json, std::map<std::string, std::string>& value) {
  if (!json.is_object()) return false;
  for (const auto& [key, item] : json.items()) {
    if (!FromJson(item, value[key])) return false;
  }
  return true;
}
bool FromJson(const Json& json, std::vector<float>& values) {
  if (!json.is_array()) return false;
  for (const Json& item : json) {
    double value = 0;
    if (!FromJson(item, value)) return false;
    if (std::isfinite(value) && std::abs(value) > std::numeric_limits<float>::max()) return false;
    values.push_back(static_cast<float>(value));
  }
  return true;
}
template <typename Integer>
requires std::is_integral_v<Integer>
bool FromJson(const Json& json, Integer& value) {
  if (json.is_number_unsigned()) {
    value = json.get<Integer>();
    return std::in_range<Integer>(json.get<std::uint64_t>());
  }
  if (!json.is_number_integer()) return false;
  value = json.get<Integer>();
  return std::in_range<Integer>(json.get<std::int64_t>());
}

// The two archives. One Visit() a record names its keys for both: archive("key", member) for a
// value, archive.Section("key", member) for a record in it. What is optional is always written, and
// keeps its default where a file lacks it.
class Writer {
 public:
  template <typename Member>
  void operator()(const char* key, const Member& member) {
    json_[key] = ToJson(member);
  }
  template <typename Record>
  void Section(const char* key, const Record& record) {
    Writer section;
    Visit(section, record);
    json_[key] = section.json_;
  }
  template <typename Member>
  void Optional(const char* key, const Member& member) {
    (*this)(key, member);
  }
  template <typename Record>
  void OptionalSection(const char* key, const Record& record) {
    Section(key, record);
  }
  const Json& json() const { return json_; }

 private:
  Json json_;
};

class Reader {
 public:
  Reader(const Json& json, std::string prefix) : json_(json), prefix_(std::move(prefix)) {}

  template <typename Member>
  void operator()(const char* key, Member& member) {
    if (!FromJson(At(key), member))
      Reject(fmt::format("\"{}{}\" has the wrong type or is out of range", prefix_, key));
  }
  template <typename Record>
  void Section(const char* key, Record& record) {
    Reader section(At(key), fmt::format("{}{}.", prefix_, key));
    Visit(section, record);
  }
  template <typename Member>
  void Optional(const char* key, Member& member) {
    if (json_.contains(key)) (*this)(key, member);
  }
  template <typename Record>
  void OptionalSection(const char* key, Record& record) {
    if (json_.contains(key)) Section(key, record);
  }

 private:
  const Json& At(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) Reject(fmt::format("\"{}{}\" is missing", prefix_, key));
    return *found;
  }

  const Json& json_;
  std::string prefix_;
};

template <typename Record, typename As>
constexpr bool kIs = std::is_same_v<std::remove_const_t<Record>, As>;

template <typename Archive, typename Record>
requires kIs<Record, TargetIdentity>
void Visit(Archive& archive, Record& record) {
  archive("generator", record.generator);
  archive("reference", record.reference);
  archive("candidate", record.candidate);
  archive("oracle", record.oracle);
}

template <typename Archive, typename Record>
requires kIs<Record, Signature>
void Visit(Archive& archive, Record& record) {
  archive("verdict", record.verdict);
  archive("reference_label", record.reference_label);
  archive("candidate_label", record.candidate_label);
}

template <typename Archive, typename Record>
requires kIs<Record, EngineInfo>
void Visit(Archive& archive, Record& record) {
  archive("engine", record.engine);
  archive("version", record.version);
  archive.Optional("build", record.build);
  archive("blas", record.blas);
  archive("qengine", record.qengine);
  archive("threads", record.threads);
  archive("options", record.options);
}

template <typename Archive, typename Record>
requires kIs<Record, ModelRecord>
void Visit(Archive& archive, Record& record) {
  archive("uri", record.uri);
  Visit(archive, record.engine);
  archive("label", record.label);
  archive("label_name", record.label_name);
  archive("confidence", record.confidence);
  archive("margin", record.margin);
  archive("score_kind", record.score_kind);
  archive("scores", record.scores);
}

template <typename Archive, typename Record>
requires kIs<Record, Finding>
void Visit(Archive& archive, Record& record) {
  archive("entry", record.entry);
  archive.Section("signature", record.signature);
  archive.Section("target", record.target);
  archive("generator_uri", record.generator_uri);
  archive.OptionalSection("generator_engine", record.generator_engine);
  archive.Section("reference", record.reference);
  archive.Section("candidate", record.candidate);
  archive("divergence", record.divergence);
  archive("noise_floor", record.noise_floor);
  archive("cpu_class", record.cpu_class);
  archive("campaign", record.campaign);
  archive("evaluation", record.evaluation);
  archive("search_batch", record.search_batch);
  archive("confirm_batch", record.confirm_batch);
}

Finding FromText(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) Reject("not a JSON object");
  Reader reader(json, "");
  int format = 0;
  reader("format", format);
  if (format != kFormat)
    Reject(fmt::format("format {} is not {}, the one this version reads", format, kFormat));
  std::string id;
  reader("id", id);
  Finding finding;
  Visit(reader, finding);
  if (id != finding.Id())
    Reject(fmt::format("id {} does not belong to the content ({})", id, finding.Id()));
  return finding;
}

}  // namespace

std::string ToString(FindingState state) {
  for (const auto& [value, name] : kStateNames) {
    if (value == state) return std::string(name);
  }
  return "unknown";
}

std::string Finding::Id() const {
  constexpr std::size_t kDigits = 16;
  return Fingerprint()
      .Add(entry)
      .Add(target.generator)
      .Add(target.reference)
      .Add(target.candidate)
      .Add(target.oracle)
      .Hex()
      .substr(0, kDigits);
}

std::string EncodeFinding(const Finding& finding) {
  Writer writer;
  writer("format", kFormat);
  writer("id", finding.Id());
  Visit(writer, finding);
  return writer.json().dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Finding DecodeFinding(const std::string& json, const std::string& path) {
  try {
    return FromText(json);
  } catch (const Error& error) {
    throw Error(ErrorKind::kData, fmt::format("{}: {}", path, error.what()),
                "restore the file from a copy, or move its folder out of the corpus");
  }
}

}  // namespace latentfuzz
