#include "latentfuzz/harness/options.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/objectives.h"
#include "latentfuzz/strategies/strategy_spec.h"

namespace latentfuzz {
namespace {

template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};

[[noreturn]] void BadValue(const std::string& file, const toml::node& node, const char* name,
                           const char* expected) {
  throw Error(ErrorKind::kUsage,
              fmt::format("{}:{}: {} must be {}", file, node.source().begin.line, name, expected),
              "latentfuzz run --help describes every option");
}

template <typename T>
void ReadNode(const std::string& file, const toml::node& node, const char* name, T* field) {
  if constexpr (IsOptional<T>::value) {
    typename T::value_type value{};
    ReadNode(file, node, name, &value);
    *field = value;
  } else if constexpr (std::is_same_v<T, Seconds>) {
    const auto number = node.value<double>();
    const auto text = node.value<std::string>();
    try {
      *field = ParseSeconds(number ? fmt::format("{}", *number) : text.value_or(""));
    } catch (const Error&) {
      BadValue(file, node, name, "a duration such as \"60s\"");
    }
  } else if constexpr (std::is_same_v<T, std::string>) {
    const auto value = node.value<std::string>();
    if (!value) BadValue(file, node, name, "a string");
    *field = *value;
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    const toml::array* list = node.as_array();
    if (list == nullptr) BadValue(file, node, name, "a list of strings");
    field->clear();
    for (const toml::node& item : *list) {
      const auto value = item.value<std::string>();
      if (!value) BadValue(file, node, name, "a list of strings");
      field->push_back(*value);
    }
  } else if constexpr (std::is_same_v<T, StrategyOptions>) {
    std::string spec;
    ReadNode(file, node, name, &spec);
    try {
      *field = ParseStrategySpec(spec, *field);
    } catch (const Error& error) {
      throw Error(error.kind(),
                  fmt::format("{}:{}: {}", file, node.source().begin.line, error.what()),
                  error.hint());
    }
  } else if constexpr (std::is_floating_point_v<T>) {
    const auto value = node.value<double>();
    if (!value) BadValue(file, node, name, "a number");
    *field = *value;
  } else {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < 0) BadValue(file, node, name, "a whole number, not negative");
    *field = static_cast<T>(*value);
  }
}

template <typename T>
nlohmann::ordered_json ToJson(const T& field) {
  if constexpr (IsOptional<T>::value) {
    return field ? nlohmann::ordered_json(*field) : nlohmann::ordered_json();
  } else if constexpr (std::is_same_v<T, Seconds>) {
    return field.value;
  } else if constexpr (std::is_same_v<T, StrategyOptions>) {
    return field.name;
  } else {
    return field;
  }
}

}  // namespace

Seconds ParseSeconds(const std::string& text) {
  std::size_t used = 0;
  double value = -1;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  const std::string unit = text.substr(used);
  const double scale = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (used == 0 || scale == 0 || !(value >= 0) || !std::isfinite(value * scale)) {
    throw Error(ErrorKind::kUsage, "not a duration: '" + text + "'", "write 90, 90s, 5m or 1h");
  }
  return Seconds{value * scale};
}

void ApplyToml(const std::string& file, CampaignOptions* options) {
  toml::table table;
  try {
    table = toml::parse_file(file);
  } catch (const toml::parse_error& error) {
    const auto line = error.source().begin.line;
    throw Error(ErrorKind::kUsage,
                line == 0 ? fmt::format("cannot read {}: {}", file, error.description())
                          : fmt::format("{}:{}: {}", file, line, error.description()),
                "give a TOML file with one line an option, such as: evals = 5000");
  }
  std::vector<std::string> known;
  VisitOptions(*options, [&](const char*, const char* name, auto& field, const char*) {
    known.emplace_back(name);
    if (const toml::node* node = table.get(name)) ReadNode(file, *node, name, &field);
  });
  for (const auto& [key, node] : table) {
    if (std::find(known.begin(), known.end(), key.str()) == known.end()) {
      throw Error(ErrorKind::kUsage,
                  fmt::format("{}:{}: unknown key '{}'", file, node.source().begin.line, key.str()),
                  fmt::format("known keys: {}", fmt::join(known, ", ")));
    }
  }
}

std::string OptionsToJson(const CampaignOptions& options) {
  nlohmann::ordered_json json;
  VisitOptions(options, [&](const char*, const char* name, const auto& field, const char*) {
    json[name] = ToJson(field);
  });
  return json.dump();
}

std::string OptionsToMarkdown() {
  CampaignOptions defaults;
  std::string text =
      "# Options of a campaign\n\n"
      "Flags of `latentfuzz run`, and keys of the TOML file given by `--config`.\n";
  std::string current;
  VisitOptions(defaults, [&](const char* group, const char* name, auto& field, const char* help) {
    if (current != group) {
      current = group;
      text += fmt::format("\n## {}\n\n| flag | default | meaning |\n|---|---|---|\n", group);
    }
    const auto value = ToJson(field);
    const bool unset = value.is_null() || value == "" || value == nlohmann::json::array();
    const std::string shown = unset ? "" : "`" + value.dump() + "`";
    text += fmt::format("| `--{}` | {} | {} |\n", name, shown, help);
  });
  return text;
}

namespace {

void Require(bool ok, const std::string& message, const std::string& hint) {
  if (!ok) throw Error(ErrorKind::kUsage, message, hint);
}

}  // namespace

void Validate(const CampaignOptions& options) {
  const std::pair<const char*, const std::string*> models[] = {{"--candidate", &options.candidate},
                                                               {"--generator", &options.generator}};
  for (const auto& [flag, uri] : models) {
    Require(!uri->empty(), std::string(flag) + " is missing",
            "give a model URI, such as zoo:fashion-cnn (latentfuzz zoo lists the embedded ones); a "
            "single classifier under test is the --candidate");
  }
  Require(!options.reference.empty() || options.reference_card.empty(),
          "--reference-card is given without --reference",
          "name the reference, or leave its card out");
  Require(!options.judge.empty() || options.judge_card.empty(),
          "--judge-card is given without --judge", "name the judge, or leave its card out");
  Require(!options.features.empty() || options.features_card.empty(),
          "--features-card is given without --features",
          "name the model that gives the features, or leave its card out");
  ValidateSettings(options);
}

void ValidateSettings(const CampaignOptions& options) {
  Require(!options.corpora.empty(), "no corpus directory given",
          "name the directory that receives the findings: latentfuzz run ... CORPUS");
  Require(options.batch >= 2 && options.batch <= 65536, "--batch must lie in [2, 65536]",
          "the default, 256, suits most models");
  Require(options.labels.empty() || !options.images.empty(), "--labels is given without --images",
          "name the IDX file of the images, too");
  Require(!options.radius || (*options.radius >= 0 && std::isfinite(*options.radius)),
          "--radius must be a number, not negative", "leave it out to take the data set's own");
  const auto share = [](const std::optional<double>& v) { return !v || (*v >= 0 && *v <= 1); };
  Require(share(options.max_rate), "--max-rate must lie in [0, 1]",
          "it is a share: 0.05 stands for 5 %");
  Require(share(options.min_agreement), "--min-agreement must lie in [0, 1]",
          "it is a share: 0.9 stands for 90 %");
  CheckStrategyOptions(options.strategy);
  for (const std::string& name : options.strategy.objectives) MakeObjective(name);
  Require(!options.evals || *options.evals > 0, "--evals must be at least 1",
          "leave it out for the default budget");
}

}  // namespace latentfuzz
