#include "latentfuzz/strategies/strategy_spec.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <type_traits>
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/names.h"
#include "latentfuzz/strategies/strategy.h"

namespace latentfuzz {
namespace {

using Texts = std::vector<std::string>;

// What comes before the first `separator` (or all), and what comes after it.
std::pair<std::string_view, std::string_view> Cut(std::string_view text, char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + 1)};
}

template <typename T>
bool ReadValue(std::string_view text, T& field) {
  if constexpr (std::is_same_v<T, std::string>) {
    field = text;
    return true;
  } else if constexpr (std::is_same_v<T, Texts>) {
    field = ParseList(text);
    return true;
  } else if constexpr (std::is_same_v<T, std::optional<double>>) {
    field = text.empty() ? std::nullopt : std::optional<double>(0);
    return !field || ReadValue(text, *field);
  } else {
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, field);
    return error == std::errc{} && stop == end;
  }
}

template <typename T>
std::string WriteValue(const T& field) {
  if constexpr (std::is_same_v<T, std::string>) {
    return field;
  } else if constexpr (std::is_same_v<T, Texts>) {
    std::string text;
    for (const std::string& item : field) text += (text.empty() ? "" : "+") + item;
    return text;
  } else if constexpr (std::is_same_v<T, std::optional<double>>) {
    return field ? WriteValue(*field) : "";
  } else {
    std::array<char, 32> text;
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), field).ptr};
  }
}

void SetOption(std::string_view key, std::string_view value, std::string_view spec,
               StrategyOptions& options) {
  bool known = false;
  std::string names;
  VisitStrategyOptions(options, [&](std::string_view name, auto& field, const char*) {
    names += (names.empty() ? "" : ", ") + std::string(name);
    if (name != key) return;
    known = true;
    if (ReadValue(value, field)) return;
    throw Error(ErrorKind::kUsage,
                "'" + std::string(value) + "' is no value for " + std::string(key) +
                    " in strategy '" + std::string(spec) + "'",
                "give a number, such as " + std::string(key) + "=" + WriteValue(field));
  });
  if (known) return;
  throw Error(ErrorKind::kUsage,
              "unknown option '" + std::string(key) + "' in strategy '" + std::string(spec) + "'",
              "write NAME?KEY=VALUE&KEY=VALUE with the keys " + names);
}

}  // namespace

StrategyOptions ParseStrategySpec(std::string_view text, StrategyOptions base) {
  const auto [head, settings] = Cut(text, '?');
  const auto [name, preset] = Cut(head, ':');
  base.name = FindByName(StrategyTable(), name, "strategy").name;
  if (name.size() < head.size()) base.preset = preset;
  for (std::string_view rest = settings; !rest.empty();) {
    const auto [setting, others] = Cut(rest, '&');
    const auto [key, value] = Cut(setting, '=');
    SetOption(key, value, text, base);
    rest = others;
  }
  CheckStrategyOptions(base);
  return base;
}

std::string StrategySpec(const StrategyOptions& options) {
  std::string text = options.name;
  char separator = '?';
  VisitStrategyOptions(options, [&](const char* name, const auto& field, const char*) {
    text += std::exchange(separator, '&') + (name + ("=" + WriteValue(field)));
  });
  return text;
}

std::vector<std::string> ParseList(std::string_view text) {
  std::vector<std::string> items;
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find_first_of(",+"));
    items.emplace_back(item);
    text.remove_prefix(std::min(text.size(), item.size() + 1));
  }
  return items;
}

}  // namespace latentfuzz
